import CEL
import Testing

@Suite("Errors of names and types")
struct TypeErrorTests {
  static let names = MarkedError.list(
    """
    subscription.paidMonth >= 3
    ^~~~~~~~~~~~~~~~~~~~~~
    unknown variable 'subscription.paidMonth', did you mean 'subscription.paidMonths'?

    nwo
    ^~~
    unknown variable 'nwo', did you mean 'now'?

    something.else
    ^~~~~~~~~~~~~~
    unknown variable 'something.else'

    subscription == 1
    ^~~~~~~~~~~~
    'subscription' has no value of its own, only fields

    customer.storefront.code
                        ^~~~
    'customer.storefront' is a string and has no field 'code'

    now.offer.grace
        ^~~~~
    'now' is a timestamp and has no field 'offer'

    sise('a')
    ^~~~
    unknown function 'sise', did you mean 'size'?

    hass(offer.minimumMonths)
    ^~~~
    unknown function 'hass', did you mean 'has'?

    'a'.lowerAscii()
        ^~~~~~~~~~
    unknown function 'lowerAscii'

    startsWith('a', 'b')
    ^~~~~~~~~~
    'startsWith' is called on a value, as in 'value.startsWith(text)'

    '5'.int()
        ^~~
    'int' takes its value as an argument, as in 'int(value)'

    now.addMonths(1)
        ^~~~~~~~~
    'addMonths' takes its value as an argument, as in 'addMonths(value)'

    has(subscription.paidMonths)
        ^~~~~~~~~~~~~~~~~~~~~~~
    'subscription.paidMonths' is never absent, so 'has' cannot test it

    has(offer.minimumMonth)
        ^~~~~~~~~~~~~~~~~~
    unknown variable 'offer.minimumMonth', did you mean 'offer.minimumMonths'?

    has(now)
        ^~~
    'has' takes one field of a name, as in 'has(offer.endDate)'

    has('a')
        ^~~
    'has' takes one field of a name, as in 'has(offer.endDate)'

    has()
    ^~~
    'has' takes one field of a name, as in 'has(offer.endDate)'
    """
  )

  @Test("of names suggest the nearest one", arguments: names)
  func name(example: MarkedError) {
    example.expect()
  }

  static let types = MarkedError.list(
    """
    1 < 'a'
      ^
    no operator '<' for int and string

    1 == 'a'
      ^~
    no operator '==' for int and string

    [1] == ['a']
        ^~
    no operator '==' for list(int) and list(string)

    [1] < [2]
        ^
    no operator '<' for list(int) and list(int)

    null <= null
         ^~
    no operator '<=' for null and null

    offer.minimumMonths == null
                        ^~
    no operator '==' for int and null, did you mean '!has(offer.minimumMonths)'?

    null != offer.territories
         ^~
    no operator '!=' for null and list(string), did you mean 'has(offer.territories)'?

    subscription.paidMonths == null
                            ^~
    no operator '==' for int and null

    1 in 2
      ^~
    no operator 'in' for int and int

    'a' in [1]
        ^~
    no operator 'in' for string and list(int)

    1 + 1.5
      ^
    no operator '+' for int and double

    1 + 2 + 'a'
          ^
    no operator '+' for int and string

    1.5 % 2.0
        ^
    no operator '%' for double and double

    offer.startDate + offer.startDate
                    ^
    no operator '+' for timestamp and timestamp

    offer.grace - offer.startDate
                ^
    no operator '-' for duration and timestamp

    offer.grace * 2
                ^
    no operator '*' for duration and int

    'a' - 'b'
        ^
    no operator '-' for string and string

    [1] + ['a']
        ^
    no operator '+' for list(int) and list(string)

    -'a'
     ^~~
    no operator '-' for string

    -offer.grace
     ^~~~~~~~~~~
    no operator '-' for duration

    !1
     ^
    no operator '!' for int

    true && 1
            ^
    no operator '&&' for int

    true || ('a')
             ^~~
    no operator '||' for string

    1 ? 2 : 3
    ^
    the condition of '?:' is a bool, but here int

    true ? 1 : 'a'
               ^~~
    the results of '?:' have one type, but here int and string

    true ? 1 : false ? 1.5 : 2
                       ^~~
    the results of '?:' have one type, but here int and double

    [1, 2, 'a']
           ^~~
    the elements of a list have one type, but here int and string

    [1, 2.5]
        ^~~
    the elements of a list have one type, but here int and double

    size(1)
    ^~~~
    no function 'size' for int

    size()
    ^~~~
    no function 'size' for no arguments

    'a'.size('b')
        ^~~~
    no function 'size' for string and string

    'a'.startsWith(1)
        ^~~~~~~~~~
    no function 'startsWith' for string and int

    timestamp(1.5)
    ^~~~~~~~~
    no function 'timestamp' for double

    int(true)
    ^~~
    no function 'int' for bool

    string([1])
    ^~~~~~
    no function 'string' for list(int)

    addMonths(offer.startDate, 1, 2)
    ^~~~~~~~~
    no function 'addMonths' for timestamp, int and int

    addMonths(offer.startDate, offer.grace)
    ^~~~~~~~~
    no function 'addMonths' for timestamp and duration
    """
  )

  @Test("of types name the types", arguments: types)
  func type(example: MarkedError) {
    example.expect()
  }
}
