/// Text for people, laid out for the output that shows it.
protocol ChannelText {
  /// The output.
  var channel: OutputChannel { get }
}

extension ChannelText {
  /// How text stands out.
  var style: TextStyle { channel.style }

  /// The columns of a line; longer lines are hard to read, however wide the terminal is.
  var width: Int { min(channel.width, 120) }
}
