//! Who else has an order open at the desk, in words. Not here: the rows of who looks (the server), and locks: there are none.

/// Names told before the others are only counted.
const NAMED: usize = 2;

/// 'Dana Reyes has it open', 'Dana Reyes and Kim Lee have it open', 'Dana Reyes, Kim Lee and 2 more have it open'; nothing
/// when nobody has.
pub fn looking_text(names: &[String]) -> String {
    let more = names.len().saturating_sub(NAMED);
    match names {
        [] => String::new(),
        [one] => format!("{one} has it open"),
        [one, other] => format!("{one} and {other} have it open"),
        [one, other, ..] => format!("{one}, {other} and {more} more have it open"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_are_named_and_the_others_counted() {
        let names = |names: &[&str]| looking_text(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        assert_eq!(names(&[]), "");
        assert_eq!(names(&["Dana Reyes"]), "Dana Reyes has it open");
        assert_eq!(names(&["Dana Reyes", "Kim Lee"]), "Dana Reyes and Kim Lee have it open");
        assert_eq!(names(&["Dana Reyes", "Kim Lee", "Sam"]), "Dana Reyes, Kim Lee and 1 more have it open");
        assert_eq!(names(&["Dana Reyes", "Kim Lee", "Sam", "Pat"]), "Dana Reyes, Kim Lee and 2 more have it open");
    }
}
