//! What a text is before it is set: no signs that steer, a bound on its length. Not here: what a font lacks (`font`).

use fieldhouse_core::text::{is_bidi_control, is_control};

/// Characters of one text that are set; the rest is told by an ellipsis. Far above anything an order holds.
const LONGEST: usize = 4_000;
/// Stands for a sign that nobody can print.
pub const BOX: char = '\u{25a1}';

/// A text as it can be set: lines stay, other signs that steer are left out, what has no meaning in public is a box.
pub fn printable(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    for (place, sign) in text.chars().enumerate() {
        if place == LONGEST {
            clean.push('\u{2026}');
            break;
        }
        match sign {
            '\n' => clean.push('\n'),
            '\t' | '\u{2028}' | '\u{2029}' => clean.push(' '),
            _ if is_control(sign) || is_bidi_control(sign) || is_invisible(sign) => {}
            _ if is_nobodys(sign) => clean.push(BOX),
            _ => clean.push(sign),
        }
    }
    clean
}

/// Joiners, selectors and marks that are seen only by what they do to others.
fn is_invisible(sign: char) -> bool {
    matches!(
        sign,
        '\u{ad}' | '\u{34f}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{206f}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Private use and non-characters: no reader could say what they are.
fn is_nobodys(sign: char) -> bool {
    let code = u32::from(sign);
    matches!(sign, '\u{e000}'..='\u{f8ff}' | '\u{fdd0}'..='\u{fdef}' | '\u{f0000}'..='\u{10ffff}')
        || code & 0xfffe == 0xfffe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_is_left_out_and_what_nobody_knows_is_a_box() {
        assert_eq!(printable("a\u{202e}b\u{0}c\td\ne\u{feff}"), "abc d\ne");
        assert_eq!(printable("\u{e000}\u{ffff}\u{10fffe}"), "\u{25a1}\u{25a1}\u{25a1}");
        assert_eq!(printable("Jos\u{e9} \u{5d0}\u{1f3c0}"), "Jos\u{e9} \u{5d0}\u{1f3c0}");
    }

    #[test]
    fn a_text_ends_where_nobody_reads_on() {
        let long = printable(&"x".repeat(5_000));
        assert_eq!((long.chars().count(), long.chars().last()), (LONGEST + 1, Some('\u{2026}')));
    }
}
