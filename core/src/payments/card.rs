//! Cards as the customer API plans payments by them: a type, the provider's token and the month they expire (account §7).
//! A number never comes here (requirement R65).

use crate::{
    catalog::AvailableDate,
    rule::{Broken, FieldError, broken_rules},
    text::card_number::holds_card_number,
};

/// Longest type and token.
const LONGEST: usize = 128;

broken_rules! {
    /// What can be wrong with a card.
    pub enum CardError {
        /// No type, or none that can be one.
        Type => "card_type_invalid", "A card has a type";
        /// No token, or none that can be one.
        Token => "card_token_invalid", "A card has the provider\u{2019}s token";
        /// No month.
        Month => "card_month_invalid", "The month of expiry is 1 to 12";
        /// No year.
        Year => "card_year_invalid", "The year of expiry has two or four digits";
        /// Its last month is over.
        Expired => "card_expired", "This card has expired";
    }
}

/// A card as it was sent.
#[derive(Debug, Clone, Copy)]
pub struct CardDraft<'a> {
    /// Its type: `VISA`.
    pub method: &'a str,
    /// The provider's token.
    pub token: &'a str,
    /// Month of expiry.
    pub exp_month: &'a str,
    /// Year of expiry.
    pub exp_year: &'a str,
}

/// Everything wrong with a card on the store's day, YYYY-MM-DD: it is good to the end of its month.
pub fn check_card(card: &CardDraft<'_>, today: &str) -> Vec<FieldError> {
    let mut found = Vec::new();
    if !is_word(card.method) {
        found.push(CardError::Type.at("method"));
    }
    if !is_word(card.token) {
        found.push(CardError::Token.at("card_token"));
    }
    let month = number(card.exp_month, 1..=2).filter(|month| (1..=12).contains(month));
    if month.is_none() {
        found.push(CardError::Month.at("exp_month"));
    }
    let year = number(card.exp_year, 2..=4).filter(|_| card.exp_year.len() != 3);
    let year = year.map(|year| if card.exp_year.len() == 2 { year.saturating_add(2000) } else { year });
    if year.is_none() {
        found.push(CardError::Year.at("exp_year"));
    }
    if let (Some(month), Some(year)) = (month, year) {
        let first = u8::try_from(month).ok().and_then(|month| AvailableDate::new(year, month, 1));
        let over = first.zip(AvailableDate::parse_iso(today)).is_none_or(|(first, today)| first.is_month_before(today));
        if over {
            found.push(CardError::Expired.at("exp_year"));
        }
    }
    found
}

fn is_word(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= LONGEST
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b))
        && !holds_card_number(text)
}

fn number(text: &str, digits: std::ops::RangeInclusive<usize>) -> Option<u16> {
    let plain = digits.contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|_| plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(method: &str, token: &str, exp_month: &str, exp_year: &str) -> Vec<String> {
        let card = CardDraft { method, token, exp_month, exp_year };
        check_card(&card, "2026-11-20").into_iter().map(|error| [&error.field, " ", &error.code].concat()).collect()
    }

    #[test]
    fn a_card_is_good_to_the_end_of_its_month() {
        for (month, year) in [("11", "2026"), ("12", "26"), ("1", "2027"), ("01", "27"), ("12", "9999")] {
            assert_eq!(told("VISA", "tok-1", month, year), [""; 0], "{month}/{year}");
        }
        for (month, year) in [("10", "2026"), ("10", "26"), ("12", "2025"), ("12", "99"), ("1", "0001")] {
            let expired: &[&str] = if year == "99" { &[] } else { &["exp_year card_expired"] };
            assert_eq!(told("VISA", "tok-1", month, year), expired, "{month}/{year}");
        }
    }

    #[test]
    fn r65_everything_wrong_with_a_card_is_told_at_its_field() {
        assert_eq!(
            told("", "4111111111111111", "13", "206"),
            [
                "method card_type_invalid",
                "card_token card_token_invalid",
                "exp_month card_month_invalid",
                "exp_year card_year_invalid"
            ]
        );
        assert_eq!(
            told("4111-1111-1111-1111", "t", "0", "+26")[..2],
            ["method card_type_invalid", "exp_month card_month_invalid"]
        );
    }
}
