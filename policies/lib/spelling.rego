# METADATA
# title: How names are spelled in a domain
# description: Letters with marks, which domains seldom have, as those without.
package skillctl.lib.spelling

# Both spellings of a text in lower case: "müller" is "muller" or "mueller".
in_domains(text) := {strings.replace_n(plain, text), strings.replace_n(object.union(plain, german), text)}

plain := {"á": "a", "à": "a", "â": "a", "ã": "a", "ä": "a", "å": "a", "ç": "c", "é": "e", "è": "e", "ê": "e", "ë": "e", "í": "i", "ì": "i", "î": "i", "ñ": "n", "ó": "o", "ò": "o", "ô": "o", "õ": "o", "ö": "o", "ø": "o", "ß": "ss", "ú": "u", "ù": "u", "û": "u", "ü": "u"}

german := {"ä": "ae", "ö": "oe", "ü": "ue"}
