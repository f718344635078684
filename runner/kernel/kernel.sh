# Runs one piece of bash after the other, in one shell. Commands come from descriptor
# 3, "ID LENGTH" and the text; each is answered on descriptor 4 with "ID CODE -". The
# code is evaluated at the top level, without those descriptors. SIGINT goes on with
# the loop, which is where the answer to the last command is given.
#
# It is started as one line, so that the lines of the code count from 1.
__skillctl_id=ready __skillctl_status=0 __skillctl_size=0 __skillctl_text='' __skillctl_flags=$-;
trap 'continue 1000' INT;
while { __skillctl_flags=$-; set +xv; } 2>/dev/null; do
	[[ -z $__skillctl_id ]] || builtin printf '%s %d -\n' "$__skillctl_id" "$__skillctl_status" >&4 || builtin exit 125;
	__skillctl_id='';
	IFS=' ' builtin read -r -u 3 __skillctl_id __skillctl_size || builtin exit 0;
	IFS= LC_ALL=C builtin read -r -N "$__skillctl_size" -u 3 __skillctl_text || builtin exit 0;
	[[ $__skillctl_flags != *x* ]] || __skillctl_text="set -x;$__skillctl_text";
	__skillctl_status=130;
	builtin eval "$__skillctl_text" 3<&- 4>&-;
	{ __skillctl_status=$?; } 2>/dev/null;
done
