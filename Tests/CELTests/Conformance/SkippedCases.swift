import Testing

/// Conformance cases that the language does not pass, for one reason.
struct SkippedCases: Sendable, CustomStringConvertible {
  /// Why they are not passed.
  let reason: String

  /// What the error of each of them says, so that the reason is known to be true; nil where there is
  /// a value, but another one.
  let error: String?

  /// The identities of the cases; `*` stands for any text.
  private let names: [String]

  /// Creates a group of cases.
  ///
  /// Their names stand after the file and the section that they are in.
  private init(because reason: String, error: String?, _ names: String) {
    self.reason = reason
    self.error = error
    var section = ""
    self.names = names.split(whereSeparator: \.isWhitespace).compactMap { word in
      guard word.hasSuffix(":") else { return "\(section)/\(word)" }
      section = String(word.dropLast())
      return nil
    }
  }

  var description: String { reason }

  /// Returns the identities of the cases, of which each name must have one.
  func ids(among all: some Sequence<String>) throws -> [String] {
    try names.flatMap { name -> [String] in
      let form = try Regex(name.replacing("*", with: ".*"))
      let found = all.filter { $0.wholeMatch(of: form) != nil }
      try #require(!found.isEmpty, "there is no case '\(name)'")
      return found
    }
  }

  /// All cases that are not passed.
  static let all: [SkippedCases] = [
    SkippedCases(
      because: "the one integer type is int",
      error: "an unsigned integer is not in this language",
      """
      basic/self_eval_*: self_eval_uint_*
      comparisons/*_literal: *uint*
      comparisons/eq_literal: *eq_list_mixed_type_numbers
      comparisons/ne_literal: ne_mixed_types
      comparisons/in_list_literal: elem_in_mixed_type_list_cross_type
      comparisons/bound: uint_eq_right_false
      integer_math/int64_math: unary_minus_no_overload uint64_*
      integer_math/uint64_math: *
      lists/in: singleton last *uint*
      conversions/double: uint_*
      conversions/int: uint*
      conversions/string: uint
      conversions/type: uint eq_diff meta
      conversions/uint: double_big_*
      conversions/identity: uint
      """
    ),
    SkippedCases(
      because: "names are resolved when an expression is checked, not when it is evaluated",
      error: "unknown ",
      """
      basic/*: unbound_is_runtime_error
      parse/receiver_function_names: *
      """
    ),
    SkippedCases(
      because: "every type is known when an expression is checked",
      error: "'dyn' is not in this language",
      """
      comparisons/*_literal: *_int_*double* *_double_int*
      comparisons/eq_literal: not_eq_dyn_bool_null not_eq_dyn_d*_null not_eq_dyn_int_null
        not_eq_dyn_list_null not_eq_dyn_string_null not_eq_dyn_timestamp_null
      lists/in: double_in_ints int_in_doubles
      """
    ),
    SkippedCases(
      because: "there are no bytes",
      error: "a bytes literal is not in this language",
      """
      comparisons/*_literal: *_bytes*
      string/size: bytes*
      conversions/bytes: *
      conversions/string: bytes*
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
      logic/*: short_circuit_type_*
      """
    ),
    SkippedCases(
      because: "there are no maps",
      error: "a map is not in this language",
      """
      comparisons/*_literal: *_map*
      lists/size: map*
      parse/*: map_literal
      parse/selectors: *
      conversions/type: map map_monomorphic
      """
    ),
    SkippedCases(
      because: "there are no messages",
      error: "a message is not in this language",
      """
      comparisons/*_literal: eq_dyn_json_null *_proto*
      comparisons/eq_wrapper: *
      parse/*: message_literal
      parse/repeat: select
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
      string/matches: *
      """
    ),
    SkippedCases(
      because: "lists are only searched and measured",
      error: "indexing is not in this language",
      """
      lists/index: *
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
      timestamps/*_conversions: toType_*
      conversions/dyn: *
      conversions/type: bool int double string list lists_monomorphic null_type eq_same neq_*
        type type_type
      """
    ),
    SkippedCases(
      because: "types are no values",
      error: "as a value is not in this language",
      """
      timestamps/*_conversions: type_comparison
      conversions/type: bool_denotation int_denotation uint_denotation double_denotation
        null_type_denotation string_denotation bytes_denotation list_denotation
        map_denotation type_denotation
      """
    ),
    SkippedCases(
      because: "instants and durations are only shifted and compared",
      error: "is not in this language",
      """
      timestamps/timestamp_selectors*: *
      timestamps/duration_converters: *
      """
    ),
    SkippedCases(
      because: "the one integer type is int",
      error: "'uint' is not in this language",
      """
      parse/nest: funcall
      conversions/uint: int* double double_truncate double_half double_range_beyond_uint string
      """
    ),
    SkippedCases(
      because: "names are whole",
      error: "a name that begins with '.' is not in this language",
      """
      parse/whitespace: *
      parse/comments: *
      """
    ),
    SkippedCases(
      because: "nothing is converted to a double",
      error: "'double' is not in this language",
      """
      conversions/double: int_* string_*
      conversions/int: double_big_*
      conversions/identity: double
      """
    ),
    SkippedCases(
      because: "nothing is converted to a bool",
      error: "'bool' is not in this language",
      """
      conversions/bool: *
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
