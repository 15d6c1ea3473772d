/// Conformance cases that the language does not pass, for one reason.
struct SkippedCases: Sendable, CustomStringConvertible {
  /// Why they are not passed.
  let reason: String

  /// What the error of each of them says, so that the reason is known to be true; nil where there is
  /// a value, but another one.
  let error: String?

  /// The identities of the cases.
  let ids: [String]

  /// Creates a group of cases.
  ///
  /// Their names stand after the file and the section that they are in.
  private init(because reason: String, error: String?, _ names: String) {
    self.reason = reason
    self.error = error
    var section = ""
    ids = names.split(whereSeparator: \.isWhitespace).compactMap { word in
      guard word.hasSuffix(":") else { return "\(section)/\(word)" }
      section = String(word.dropLast())
      return nil
    }
  }

  var description: String { reason }

  /// All cases that are not passed.
  static let all: [SkippedCases] = [
    SkippedCases(
      because: "the one integer type is int",
      error: "an unsigned integer is not in this language",
      """
      basic/self_eval_zeroish: self_eval_uint_zero self_eval_uint_alias_zero
      basic/self_eval_nonzeroish: self_eval_uint_nonzero self_eval_uint_alias_nonzero
        self_eval_uint_hex self_eval_uint_alias_hex
      comparisons/eq_literal: eq_int_uint not_eq_int_uint eq_uint not_eq_uint eq_uint_int
        not_eq_uint_int eq_uint_double not_eq_uint_double not_eq_uint_double_nan
        eq_double_uint not_eq_double_uint eq_list_mixed_type_numbers
        not_eq_list_mixed_type_numbers eq_dyn_int_uint eq_dyn_uint_int eq_dyn_uint_double
        eq_dyn_double_uint not_eq_dyn_int_uint not_eq_dyn_uint_int not_eq_dyn_uint_double
        not_eq_dyn_double_uint
      comparisons/ne_literal: ne_int_uint not_ne_int_uint ne_uint not_ne_uint ne_uint_double
        not_ne_uint_double not_ne_uint_double_nan ne_double_uint not_ne_double_uint
        ne_mixed_types
      comparisons/lt_literal: lt_uint not_lt_uint lt_dyn_int_uint lt_dyn_uint_int
        lt_dyn_uint_double lt_dyn_double_uint not_lt_dyn_int_uint not_lt_dyn_uint_int
        not_lt_dyn_uint_double not_lt_dyn_double_uint lt_dyn_int_big_uint
        lt_dyn_small_int_uint not_lt_dyn_uint_small_int not_lt_dyn_big_uint_int
        not_lt_dyn_uint_small_double lt_dyn_uint_big_double not_lt_dyn_big_double_uint
      comparisons/gt_literal: gt_uint not_gt_uint gt_dyn_int_uint gt_dyn_uint_int
        gt_dyn_uint_double gt_dyn_double_uint not_gt_dyn_int_uint not_gt_dyn_uint_int
        not_gt_dyn_uint_double not_gt_dyn_double_uint not_gt_dyn_int_big_uint
        not_gt_dyn_small_int_uint gt_dyn_uint_small_int gt_dyn_big_uint_int
        gt_dyn_uint_small_double not_gt_dyn_uint_big_double gt_dyn_big_double_uint
      comparisons/lte_literal: lte_uint_lt lte_uint_eq not_lte_uint_gt lte_dyn_int_uint
        lte_dyn_uint_int lte_dyn_uint_double lte_dyn_double_uint not_lte_dyn_int_uint
        not_lte_dyn_uint_int not_lte_dyn_uint_double not_lte_dyn_double_uint
        lte_dyn_int_big_uint lte_dyn_small_int_uint not_lte_dyn_uint_small_int
        not_lte_dyn_big_uint_int not_lte_dyn_uint_small_double lte_dyn_uint_big_double
        not_lte_dyn_big_double_uint
      comparisons/gte_literal: gte_uint_gt gte_uint_eq not_gte_uint_lt gte_dyn_int_uint
        gte_dyn_uint_int gte_dyn_uint_double gte_dyn_double_uint not_gte_dyn_int_uint
        not_gte_dyn_uint_int not_gte_dyn_uint_double not_gte_dyn_double_uint
        not_gte_dyn_int_big_uint not_gte_dyn_small_int_uint gte_dyn_uint_small_int
        gte_dyn_big_uint_int gte_dyn_uint_small_double not_gte_dyn_uint_big_double
        gte_dyn_big_double_uint
      comparisons/in_list_literal: elem_in_mixed_type_list_cross_type
      comparisons/bound: uint_eq_right_false
      integer_math/int64_math: unary_minus_no_overload uint64_overflow_positive
        uint64_overflow_negative uint64_overflow_mul_positive
      integer_math/uint64_math: add sub multiply divide mod negative_no_overload mod_zero
        divide_zero multiply_zero add_left_identity add_right_identity add_commutative
        add_associative mul_left_identity mul_right_identity mul_commutative mul_associative
        add_mul_distribute
      lists/in: singleton last uint_in_ints uint_in_doubles int_in_uints double_in_uints
      conversions/double: uint_zero uint_pos uint_max_exact uint_range
      conversions/int: uint uint_zero uint_max_exact uint_range
      conversions/string: uint
      conversions/type: uint eq_diff meta
      conversions/uint: double_big_exact double_big_precision
      conversions/identity: uint
      """
    ),
    SkippedCases(
      because: "names are resolved when an expression is checked, not when it is evaluated",
      error: "unknown ",
      """
      basic/variables: unbound_is_runtime_error
      basic/functions: unbound_is_runtime_error
      parse/receiver_function_names: as break const continue else for function if import let
        loop package namespace return var void while
      """
    ),
    SkippedCases(
      because: "every type is known when an expression is checked",
      error: "'dyn' is not in this language",
      """
      comparisons/eq_literal: eq_int_double not_eq_int_double not_eq_int_double_nan
        eq_double_int not_eq_double_int not_eq_dyn_bool_null not_eq_dyn_double_null
        not_eq_dyn_duration_null not_eq_dyn_int_null not_eq_dyn_list_null
        not_eq_dyn_string_null not_eq_dyn_timestamp_null eq_dyn_int_double eq_dyn_double_int
        not_eq_dyn_int_double not_eq_dyn_double_int
      comparisons/ne_literal: ne_int_double not_ne_int_double not_ne_int_double_nan
        ne_double_int not_ne_double_int
      comparisons/lt_literal: lt_dyn_int_double lt_dyn_double_int not_lt_dyn_int_double
        not_lt_dyn_double_int not_lt_dyn_int_big_lossy_double lt_dyn_int_big_lossy_double
        not_lt_dyn_int_small_double not_lt_dyn_int_small_lossy_double
        not_lt_dyn_big_double_int not_lt_dyn_small_double_int
      comparisons/gt_literal: gt_dyn_int_double gt_dyn_double_int not_gt_dyn_int_double
        not_gt_dyn_double_int not_gt_dyn_int_big_double not_gt_dyn_int_small_lossy_double
        gt_dyn_int_small_lossy_double_greater not_gt_dyn_big_double_int
        not_gt_dyn_small_double_int
      comparisons/lte_literal: lte_dyn_int_double lte_dyn_double_int not_lte_dyn_int_double
        not_lte_dyn_double_int lte_dyn_int_big_double lte_dyn_int_small_lossy_double
        not_lte_dyn_int_small_lossy_double_less lte_dyn_big_double_int
        lte_dyn_small_double_int
      comparisons/gte_literal: gte_dyn_int_double gte_dyn_double_int not_gte_dyn_int_double
        not_gte_dyn_double_int gte_dyn_int_big_lossy_double not_gte_dyn_int_big_double
        gte_dyn_int_small_lossy_double_equal gte_dyn_int_small_lossy_double_greater
        gte_dyn_big_double_int gte_dyn_small_double_int
      lists/in: double_in_ints int_in_doubles
      """
    ),
    SkippedCases(
      because: "there are no bytes",
      error: "a bytes literal is not in this language",
      """
      comparisons/eq_literal: eq_bytes not_eq_bytes not_eq_dyn_bytes_null
      comparisons/ne_literal: ne_bytes not_ne_bytes
      comparisons/lt_literal: lt_bytes not_lt_bytes_same not_lt_bytes_width
      comparisons/gt_literal: gt_bytes_one gt_bytes_one_to_empty not_gt_bytes_sorting
      comparisons/lte_literal: lte_bytes_empty not_lte_bytes_length
      comparisons/gte_literal: gte_bytes_to_empty not_gte_bytes_empty_to_nonempty
        gte_bytes_samelength
      string/size: bytes_empty bytes
      conversions/bytes: string_unicode_vs_literal
      conversions/string: bytes bytes_unicode bytes_invalid
      conversions/type: bytes
      """
    ),
    SkippedCases(
      because: "the elements of a list have one type",
      error: "the elements of a list have one type",
      """
      comparisons/eq_literal: not_eq_list_null not_eq_list_false_vs_types
        not_eq_list_elem_null
      comparisons/in_list_literal: elem_in_mixed_type_list
      """
    ),
    SkippedCases(
      because: "every operand is checked, also one that would not be evaluated",
      error: "no operator '",
      """
            logic/AND: short_circuit_type_left short_circuit_type_right
      logic/OR: short_circuit_type_left short_circuit_type_right
      """
    ),
    SkippedCases(
      because: "there are no maps",
      error: "a map is not in this language",
      """
      comparisons/eq_literal: eq_map_empty eq_map_null not_eq_map_null eq_map_onekey
        eq_map_double_value eq_map_mixed_type_numbers not_eq_map_value not_eq_map_extra_key
        eq_map_key_order not_eq_map_key_casing not_eq_map_false_vs_types
        eq_map_value_mixed_types not_eq_dyn_map_null not_eq_map_value_null
      comparisons/ne_literal: ne_map_by_value ne_map_by_key not_ne_map_int_to_float
        not_ne_map_key_order
      comparisons/lt_literal: lt_map_unsupported
      comparisons/gt_literal: gt_map_unsupported
      comparisons/lte_literal: lte_map_unsupported
      comparisons/gte_literal: gte_map_unsupported
      comparisons/in_map_literal: key_not_in_empty_map key_in_map key_not_in_map
        key_in_mixed_key_type_map key_in_mixed_key_type_map_cross_type
      lists/size: map_empty map
      parse/nest: map_literal
      parse/repeat: map_literal
      parse/selectors: as break const continue else for function if import let loop package
        namespace return var void while
      conversions/type: map map_monomorphic
      """
    ),
    SkippedCases(
      because: "there are no messages",
      error: "a message is not in this language",
      """
      comparisons/eq_literal: eq_dyn_json_null not_eq_dyn_proto2_msg_null
        not_eq_dyn_proto3_msg_null
      comparisons/eq_wrapper: eq_bool eq_bool_empty eq_bool_not_null eq_bool_proto2_null
        eq_bool_proto3_null eq_bytes eq_bytes_empty eq_bytes_not_null eq_bytes_proto2_null
        eq_bytes_proto3_null eq_double eq_double_empty eq_double_not_null
        eq_double_proto2_null eq_double_proto3_null eq_float eq_float_empty
        eq_float_not_null eq_float_proto2_null eq_float_proto3_null eq_int32 eq_int32_empty
        eq_int32_not_null eq_int32_proto2_null eq_int32_proto3_null eq_int64 eq_int64_empty
        eq_int64_not_null eq_int64_proto2_null eq_int64_proto3_null eq_string
        eq_string_empty eq_string_not_null eq_string_proto2_null eq_string_proto3_null
        eq_uint32 eq_uint32_empty eq_uint32_not_null eq_uint32_proto2_null
        eq_uint32_proto3_null eq_uint64 eq_uint64_empty eq_uint64_not_null
        eq_uint64_proto2_null eq_uint64_proto3_null eq_proto2 eq_proto3
        eq_proto2_missing_fields_neq eq_proto3_missing_fields_neq eq_proto_nan_equal
        eq_proto_different_types eq_proto2_any_unpack_equal eq_proto2_any_unpack_not_equal
        eq_proto2_any_unpack_bytewise_fallback_not_equal
        eq_proto2_any_unpack_bytewise_fallback_equal eq_proto3_any_unpack_equal
        eq_proto3_any_unpack_not_equal eq_proto3_any_unpack_bytewise_fallback_not_equal
        eq_proto3_any_unpack_bytewise_fallback_equal
      comparisons/ne_literal: ne_proto2 ne_proto3 ne_proto2_missing_fields_neq
        ne_proto3_missing_fields_neq ne_proto_nan_not_equal ne_proto_different_types
        ne_proto2_any_unpack ne_proto2_any_unpack_bytewise_fallback ne_proto3_any_unpack
        ne_proto3_any_unpack_bytewise_fallback
      parse/nest: message_literal
      parse/repeat: select message_literal
      """
    ),
    SkippedCases(
      because: "every result has the type of the expression",
      error: "the results of '?:' have one type",
      """
      logic/conditional: mixed_type
      """
    ),
    SkippedCases(
      because: "there are no regular expressions",
      error: "'matches' is not in this language",
      """
      string/matches: basic empty_target empty_arg empty_empty re_concat re_alt re_rep
        unicode unicode_smp
      """
    ),
    SkippedCases(
      because: "lists are only searched and measured",
      error: "indexing is not in this language",
      """
      lists/index: zero_based zero_based_double zero_based_double_error zero_based_uint
        singleton middle last index_out_of_bounds index_out_of_bounds_or_false
        index_out_of_bounds_or_true index_out_of_bounds_and_false
        index_out_of_bounds_and_true bad_index_type bad_index_type_or_false
        bad_index_type_or_true bad_index_type_and_false bad_index_type_and_true
      parse/nest: list_index
      parse/repeat: index list_literal
      """
    ),
    SkippedCases(
      because: "instants are whole milliseconds (T1)",
      error: nil,
      """
      timestamps/timestamp_conversions: toString_timestamp_nanos
      timestamps/timestamp_arithmetic: add_time_to_duration_nanos_positive
      timestamps/timestamp_range: add_duration_nanos_over
      """
    ),
    SkippedCases(
      because: "types are no values",
      error: "'type' is not in this language",
      """
      timestamps/timestamp_conversions: toType_timestamp
      timestamps/duration_conversions: toType_duration
      conversions/dyn: dyn_heterogeneous_list
      conversions/type: bool int eq_same double null_type string list lists_monomorphic
        neq_same neq_diff type type_type
      """
    ),
    SkippedCases(
      because: "types are no values",
      error: "as a value is not in this language",
      """
      timestamps/timestamp_conversions: type_comparison
      timestamps/duration_conversions: type_comparison
      conversions/type: bool_denotation int_denotation uint_denotation double_denotation
        null_type_denotation string_denotation bytes_denotation list_denotation
        map_denotation type_denotation
      """
    ),
    SkippedCases(
      because: "instants and durations are only shifted and compared",
      error: "is not in this language",
      """
      timestamps/timestamp_selectors: getDate getDayOfMonth getDayOfWeek getDayOfYear
        getFullYear getHours getMilliseconds getMinutes getMonth getSeconds
      timestamps/timestamp_selectors_tz: getDate getDayOfMonth_name_pos
        getDayOfMonth_numerical_pos getDayOfMonth_numerical_neg getDayOfMonth_name_neg
        getDayOfWeek getDayOfYear getFullYear getHours getMinutes getMonth getSeconds
      timestamps/duration_converters: get_hours get_minutes get_seconds
      """
    ),
    SkippedCases(
      because: "the one integer type is int",
      error: "'uint' is not in this language",
      """
      parse/nest: funcall
      conversions/uint: int int_max int_neg double double_truncate double_half
        double_range_beyond_uint string
      """
    ),
    SkippedCases(
      because: "names are whole",
      error: "a name that begins with '.' is not in this language",
      """
      parse/whitespace: spaces tabs new_lines new_pages carriage_returns
      parse/comments: new_line_terminated
      """
    ),
    SkippedCases(
      because: "nothing is converted to a double",
      error: "'double' is not in this language",
      """
      conversions/double: int_zero int_pos int_neg int_min_exact int_max_exact int_range
        string_zero string_zero_dec string_neg_zero string_no_dec string_pos string_neg
        string_exp_pos_pos string_exp_pos_neg string_exp_neg_pos string_exp_neg_neg
      conversions/int: double_big_exact double_big_precision
      conversions/identity: double
      """
    ),
    SkippedCases(
      because: "nothing is converted to a bool",
      error: "'bool' is not in this language",
      """
      conversions/bool: string_1 string_t string_true_lowercase string_true_uppercase
        string_true_pascalcase string_0 string_f string_false_lowercase
        string_false_uppercase string_false_pascalcase string_true_badcase
        string_false_badcase
      conversions/identity: bool
      """
    ),
    SkippedCases(
      because: "values of types that have nothing in common cannot be compared",
      error: "no operator '=='",
      """
      comparisons/eq_literal: not_eq_list_length
      """
    ),
  ]
}
