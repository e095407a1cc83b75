/// Lines that a reader may write, and whether they match the printed line. Every comparison of
/// predictions is tested with this table.
public enum ComparedLines {
  public static let cases: [(printed: String, written: String, isEqual: Bool)] = [
    ("observer1: next(1)", "observer1: next(1)", true),
    ("observer1: next(1)", "  observer1:\t next(1)\r\n", true),
    ("observer1: next(1)", "observer1:next( 1 )", true),
    ("one two", "onetwo", true),
    ("th ree", "three", true),
    ("one\u{A0}two", "one two", true),
    ("one two", "one\u{2003}two", true),
    ("observer1: next(1)", "\u{1B}[A\u{1B}[1;5Cobserver1\u{1B}OP: next(1)\u{1B}[3~", true),
    ("observer1: next(1)", "\u{1B}[[Aobserver1: next(1)", true),
    ("observer1", "observer1\u{1B}\u{7}", true),
    ("é 5é", "e\u{301} 5é", true),
    ("Ann", "ann", false),
    ("next(1)", "next(1) .", false),
    ("next(1)", "next(2)", false),
    ("next(1)", "a", false),
    ("a", " a", true),
    ("one two", "one\u{200B}two", false),
    ("observer1: next(1)", "\u{1B}[A", false),
  ]
}
