//! Easily guessed passwords, by structure (decisions: identity): a doubled form, a keyboard walk, a
//! common word with digits, or one built on the e-mail, the names or the brand. The long list is
//! the server's; what counts as close to one of its passwords is said here.

use crate::text::lower_case;

/// Words of the most used passwords, and the ones this store suggests. Lower case, at least 4.
const WORDS: &str = "password passwort passw0rd passphrase letmein welcome admin administrator login master \
    secret changeme default iloveyou monkey dragon sunshine princess superman batman pokemon shadow michael \
    jordan charlie football baseball basketball softball soccer hockey lacrosse volleyball wrestling tennis \
    liverpool chelsea arsenal cowboys steelers yankees eagles lakers whatever trustno1 starwars computer \
    internet samsung freedom hello qwerty azerty summer winter spring autumn monday january love coach team \
    sports varsity athletic athletics fieldhouse usgames games brand brands connection school";

/// Keys and signs that follow each other, read either way.
const WALKS: [&str; 6] = [
    "1234567890-=",
    "qwertyuiop[]",
    "asdfghjkl;'",
    "zxcvbnm,./",
    "abcdefghijklmnopqrstuvwxyz",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/",
];

/// A guesser pays this much for a letter that is not part of a word or a walk.
const LETTER: u32 = 2;
/// And this much for a digit or sign.
const SIGN: u32 = 1;
/// Below this much a password is easily guessed.
const ENOUGH: u32 = 8;
/// A repeated stretch shorter than this makes the whole easily guessed.
const OWN_RIGHT: usize = 12;
/// The shortest walk, and the shortest word taken from a name or an e-mail.
const SHORTEST_PIECE: usize = 3;
/// The shortest password of a list that others are built on.
const SHORTEST_LISTED: usize = 4;

/// True when `password` (composed, at most 64 scalar values) is easily guessed. `personal` are
/// texts about the person and the brand; they are cut into words.
pub fn is_common(password: &str, personal: &[&str]) -> bool {
    let common = WORDS.split_ascii_whitespace().map(|word| word.chars().collect::<Vec<char>>());
    let words: Vec<Vec<char>> = common.chain(words_about(personal)).collect();
    readings(password).iter().any(|typed| is_repeated(typed) || least_cost(typed, &words) < ENOUGH)
}

/// A password as it was typed and, where it has blanks, without them: `pass word 1111` hides nothing.
fn readings(password: &str) -> Vec<Vec<char>> {
    let typed: Vec<char> = lower_case(password).chars().collect();
    let squeezed: Vec<char> = typed.iter().copied().filter(|sign| !sign.is_whitespace()).collect();
    if squeezed.len() == typed.len() { vec![typed] } else { vec![typed, squeezed] }
}

/// True when `password` is one of a list of leaked ones, or has so little beside one of them that a guesser gets
/// there: `sunflower!7777`. One listed piece is known for nothing, no other word beside it: words in a row are a
/// passphrase.
/// `listed` tells whether a [`folded`] text is on the list.
pub fn is_near_listed(password: &str, personal: &[&str], listed: impl Fn(&str) -> bool) -> bool {
    let words = words_about(personal);
    readings(password).iter().any(|typed| has_little_beside(typed, &words, &listed))
}

fn has_little_beside(typed: &[char], words: &[Vec<char>], listed: impl Fn(&str) -> bool) -> bool {
    let signs: Vec<char> = typed.iter().copied().map(fold_sign).collect();
    let after = rest_costs(typed, words);
    (0..typed.len()).any(|start| {
        let before = least_cost(typed.get(..start).unwrap_or_default(), words);
        if before >= ENOUGH {
            return false;
        }
        (start.saturating_add(SHORTEST_LISTED)..=typed.len()).any(|end| {
            let rest = typed.len().checked_sub(end).and_then(|rest| after.get(rest)).copied().unwrap_or(ENOUGH);
            before.saturating_add(rest) < ENOUGH
                && signs.get(start..end).is_some_and(|piece| listed(&piece.iter().collect::<String>()))
        })
    })
}

/// A text as a list is asked for it: in lower case, signs that stand for letters read as these, `l` as `i`.
pub fn folded(text: &str) -> String {
    lower_case(text).chars().map(fold_sign).collect()
}

/// One sign for all that are typed for each other.
const fn fold_sign(sign: char) -> char {
    match sign {
        '@' | '4' => 'a',
        '3' => 'e',
        'l' | '1' | '!' | '|' => 'i',
        '0' => 'o',
        '5' | '$' => 's',
        '7' | '+' => 't',
        other => other,
    }
}

/// What a guesser knows of the person.
fn words_about(personal: &[&str]) -> Vec<Vec<char>> {
    lower_case(&personal.join(" "))
        .split(|c: char| c.is_ascii() && !c.is_ascii_alphanumeric())
        .map(|word| word.chars().collect::<Vec<char>>())
        .filter(|word| word.len() >= SHORTEST_PIECE)
        .collect()
}

/// True when a short stretch repeated makes up the whole, the last one perhaps cut.
fn is_repeated(typed: &[char]) -> bool {
    (1..OWN_RIGHT)
        .take_while(|period| period.saturating_mul(2) <= typed.len())
        .any(|period| typed.iter().zip(typed.iter().skip(period)).all(|(before, after)| before == after))
}

/// What is left to guess when the password is cut into words, walks and single signs in the best way.
fn least_cost(typed: &[char], words: &[Vec<char>]) -> u32 {
    rest_costs(typed, words).last().copied().unwrap_or(0)
}

/// The least cost of each rest of a password, by its length: that of the whole one last.
fn rest_costs(typed: &[char], words: &[Vec<char>]) -> Vec<u32> {
    let mut costs: Vec<u32> = vec![0];
    for start in (0..typed.len()).rev() {
        let rest = typed.get(start..).unwrap_or_default();
        let after = |length: usize| costs.len().checked_sub(length).and_then(|place| costs.get(place)).copied();
        let single = rest.first().map_or(0, |c| if c.is_ascii() && !c.is_ascii_alphabetic() { SIGN } else { LETTER });
        let mut least = after(1).unwrap_or(0).saturating_add(single);
        for length in SHORTEST_PIECE..=longest_walk(rest) {
            least = least.min(after(length).unwrap_or(least));
        }
        for word in words.iter().filter(|word| reads_as(rest, word)) {
            least = least.min(after(word.len()).unwrap_or(least));
        }
        costs.push(least);
    }
    costs
}

/// True when `typed` begins with `word`, signs that stand for letters read as these.
fn reads_as(typed: &[char], word: &[char]) -> bool {
    typed.len() >= word.len()
        && typed.iter().zip(word).all(|(sign, letter)| {
            sign == letter
                || matches!(
                    (letter, sign),
                    ('a', '@' | '4')
                        | ('e', '3')
                        | ('i' | 'l', '1' | '!' | '|')
                        | ('o', '0')
                        | ('s', '5' | '$')
                        | ('t', '7' | '+')
                )
        })
}

/// Length of the walk, or of the run of one sign, that `typed` begins with.
fn longest_walk(typed: &[char]) -> usize {
    let Some(first) = typed.first() else { return 0 };
    let same = typed.iter().take_while(|c| *c == first).count();
    WALKS.iter().fold(same, |longest, walk| {
        let along = common_start(walk.chars().skip_while(|c| c != first), typed);
        let back = common_start(walk.chars().rev().skip_while(|c| c != first), typed);
        longest.max(along).max(back)
    })
}

fn common_start(walk: impl Iterator<Item = char>, typed: &[char]) -> usize {
    walk.zip(typed).take_while(|(key, sign)| key == *sign).count()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn r41_refuses_doubled_and_repeated_forms() {
        for bad in ["blue42blue42", "abcabcabcabc", "aaaaaaaaaaaa", "Kxv9Kxv9Kxv9K", "llamasllamas"] {
            assert!(is_common(bad, &[]), "{bad}");
        }
    }

    #[test]
    fn r41_refuses_keyboard_walks() {
        for bad in [
            "qwertyuiop12",
            "1qaz2wsx3edc",
            "123456789012",
            "abcdefghijkl",
            "poiuytrewqlkj",
            "asdfghjkl;12",
            "QwertyAsdfgh",
        ] {
            assert!(is_common(bad, &[]), "{bad}");
        }
    }

    #[test]
    fn r41_refuses_common_words_with_digits_and_signs() {
        for bad in ["password1234", "P@ssw0rd2024!", "football2026!", "Letmein12345", "welcome!!2026", "iloveyou!!2026"]
        {
            assert!(is_common(bad, &[]), "{bad}");
        }
    }

    #[test]
    fn r41_refuses_what_is_built_on_the_person_or_the_brand() {
        assert!(is_common("margolis2024!", &["Pat", "Margolis"]));
        assert!(is_common("Pat.Margolis24", &["pat.margolis@westhigh.org"]));
        assert!(is_common("westhigh-2026!", &["pat.margolis@westhigh.org"]));
        assert!(is_common("Fieldhouse2026", &[]));
        assert!(!is_common("margolis2024!", &[]));
    }

    #[test]
    fn takes_what_is_hard_to_guess() {
        for good in [
            "seven green llamas",
            "correct horse battery staple",
            "k3$Vq9!xLm2#",
            "839201748562",
            "football839201748562",
            "ten llamas in a boat, ten llamas in a boat",
            "солнце над полем",
            "🏈🏀⚾🥎🎾🏐🏉🎱🏓🏸🏒🏑",
        ] {
            assert!(!is_common(good, &["coach@club.org", "Lee"]), "{good}");
        }
    }

    #[test]
    fn r41_refuses_what_is_little_more_than_a_listed_password() {
        let near = |password: &str| is_near_listed(password, &["margolis"], |text| folded("sunflower") == text);
        for bad in [
            "sunflower!7777",
            "SUNFLOWER????1111",
            "$unf1ower-2026",
            "2026sunflower!!",
            "sunflower9274615",
            "sunflowermargolis",
            "sunflowerqwerty1",
        ] {
            assert!(near(bad), "{bad}");
        }
        for good in ["sunflower of adams", "sunflower92746158", "dark sunflower", "moonflower!7777", "sunflowwer!7777"]
        {
            assert!(!near(good), "{good}");
        }
        let two = |text: &str| ["sunflower", "elephant"].contains(&text.replace('i', "l").as_str());
        assert!(!is_near_listed("sunflower elephant", &[], two), "words in a row are no password of a list");
    }

    #[test]
    fn r41_blanks_hide_nothing() {
        for bad in ["pass word 1111", "w e l c o m e 2026", "llamas llamas", "qwer tyui op12"] {
            assert!(is_common(bad, &[]), "{bad}");
        }
        let near = |password: &str| is_near_listed(password, &[], |text| folded("sunflower") == text);
        assert!(near("sun flower 7777"));
        assert!(!near("sun flowers of adams"));
    }

    proptest! {
        #[test]
        fn a_text_and_its_disguise_fold_alike(text in "[a-z@!$+|0-9]{0,20}") {
            prop_assert_eq!(folded(&folded(&text)), folded(&text));
            prop_assert_eq!(folded(&text.to_uppercase()), folded(&text));
            prop_assert_eq!(folded(&text.replace('a', "@").replace('e', "3").replace('o', "0")), folded(&text));
        }

        #[test]
        fn what_is_listed_is_near(password in "[ -~]{4,64}") {
            let list = folded(&password);
            prop_assert!(is_near_listed(&password, &[], |text| text == list));
        }

        #[test]
        fn a_common_word_and_up_to_seven_digits_is_refused(word in prop::sample::select(WORDS.split_ascii_whitespace().collect::<Vec<_>>()), digits in "[0-9]{0,7}") {
            let password = format!("{word}{digits}");
            prop_assert!(is_common(&password, &[]));
        }

        #[test]
        fn more_words_about_the_person_never_make_a_password_better(password in "[ -~]{12,24}", about in "[a-z]{3,8}") {
            prop_assert!(!is_common(&password, &[]) || is_common(&password, &[&about]));
        }

        #[test]
        fn any_text_is_judged_without_failing(password in any::<String>(), about in any::<String>()) {
            is_common(&password, &[&about]);
            is_near_listed(&password, &[&about], |text| text.len() % 2 == 0);
        }
    }
}
