package sql

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv/text/reading"
)

// calls refuses functions that are not known to compute only.
func calls(list []token, r *reading.Reading) {
	for i, t := range list {
		if t.kind != word || i+1 >= len(list) || list[i+1].value != "(" || list[i+1].kind != sign {
			continue
		}
		if !t.quoted && slices.Contains(beforeBracket(), t.value) || slices.Contains(functions(), t.value) {
			continue
		}
		if !columns(list, i) {
			r.Refuse(t.at, fmt.Sprintf("the function %q", t.value))
		}
	}
}

// columns reports whether the brackets behind the name at i hold its columns, as
// in INSERT INTO t (a, b).
func columns(list []token, i int) bool {
	for i >= 2 && list[i-1].value == "." && list[i-2].kind == word {
		i -= 2
	}
	if i == 0 {
		return false
	}
	before := list[i-1]
	if before.kind != word || before.quoted {
		return false
	}
	switch before.value {
	case "into", "table", "exists", "references", "on", "with", "recursive", "view", "analyze", "copy":
		return true
	}
	return false
}

// beforeBracket are keywords and types that stand in front of a bracket.
func beforeBracket() []string {
	return strings.Fields(`
		all and copy any array as between binary bit blob by case char character check conflict constraint decimal default distinct double else enum
		except exists explain filter float from group having if in int integer bigint smallint tinyint intersect interval into is join key like limit materialized
		not null numeric nvarchar offset on or order over partition primary real returning row select set some table text then timestamp time to union
		unique using values varbinary varchar varying when where window with within key index cascade update nchar datetime`)
}

// functions compute something of their arguments, or of the database.
func functions() []string {
	return strings.Fields(`
		abs acos acosh age array_agg array_length array_to_string asin asinh atan atan2 atanh avg bit_and bit_or bool_and bool_or bm25 btrim cast ceil ceiling
		changes char char_length character_length coalesce concat concat_ws convert cos cosh count cume_dist curdate current_database current_date current_schema
		current_schemas current_setting current_time current_timestamp curtime database date date_add date_format date_part date_sub date_trunc datediff datetime
		day dayname dayofmonth dayofweek dayofyear decode degrees dense_rank encode every exp extract field find_in_set first_value floor format format_type found_rows
		from_unixtime gen_random_uuid generate_series glob greatest group_concat hex highlight hour if ifnull iif initcap instr isnull json json_agg json_array
		json_array_elements json_array_elements_text json_array_length json_arrayagg json_build_array json_build_object json_contains json_each json_each_text
		json_extract json_extract_path json_extract_path_text json_group_array json_group_object json_insert json_keys json_length json_object json_object_agg
		json_object_keys json_objectagg json_patch json_pretty json_quote json_remove json_replace json_search json_set json_tree json_type json_typeof
		json_unquote json_valid jsonb jsonb_agg jsonb_array_elements jsonb_array_elements_text jsonb_array_length jsonb_build_array jsonb_build_object jsonb_each
		jsonb_each_text jsonb_extract_path jsonb_object_agg jsonb_object_keys jsonb_path_query jsonb_pretty jsonb_set jsonb_typeof julianday lag last_day
		last_insert_id last_insert_rowid last_value lastval lcase lead least left length like likelihood likely ln localtime locate log log10 log2 lower lpad ltrim
		make_date max md5 median microsecond mid min minute mod month monthname now nth_value ntile nullif nextval obj_description octet_length percent_rank
		percentile_cont percentile_disc pg_column_size pg_database_size pg_encoding_to_char pg_get_constraintdef pg_get_expr pg_get_indexdef pg_get_viewdef
		pg_indexes_size pg_relation_size pg_size_pretty pg_table_is_visible pg_table_size pg_total_relation_size pi position pow power pragma_foreign_key_list
		pragma_index_info pragma_index_list pragma_table_info pragma_table_list pragma_table_xinfo printf quarter quote quote_ident quote_literal radians rand
		random randomblob rank regexp_count regexp_like regexp_match regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table regexp_substr
		repeat replace reverse right round row_count row_number row_to_json rpad rtrim schema second sha1 sha2 sign sin sinh snippet soundex space split_part
		sqlite_version sqrt std stddev stddev_pop stddev_samp str_to_date strcmp strftime string_agg string_to_array strpos substr substring substring_index sum
		sysdate tan tanh time timediff timestamp timestampdiff to_char to_date to_json to_jsonb to_number to_timestamp total total_changes translate trim trunc
		truncate typeof ucase unhex unicode unix_timestamp unixepoch unlikely unnest upper user utc_timestamp uuid uuid_generate_v4 var_pop variance version week
		weekday year yearweek zeroblob row_to_json to_regclass pg_typeof version txid_current pg_backend_pid`)
}
