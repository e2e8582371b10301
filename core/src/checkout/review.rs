//! Review: what was seen is what is charged, or the difference is shown first (decisions: checkout).

use std::collections::BTreeMap;

use super::{PaymentDraft, ReviewedView, ShippingDraft};
use crate::{
    addresses::AddressFormDraft,
    money::{Cents, format_cents},
    pricing::YourPrice,
    rule::{Broken, FieldError, Param},
};

/// The total is another one than the shopper saw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TotalChanged {
    /// What the shopper saw.
    pub seen: Cents,
    /// What it is now.
    pub current: Cents,
}

impl Broken for TotalChanged {
    fn code(&self) -> &'static str {
        "total_changed"
    }

    fn sentence(&self) -> String {
        let (seen, current) = (format_cents(self.seen), format_cents(self.current));
        ["Your total changed from ", &seen, " to ", &current, ". Please look at your order again."].concat()
    }

    fn params(&self) -> BTreeMap<String, Param> {
        let number = |name: &str, cents: Cents| (name.to_owned(), Param::Number(cents.get()));
        BTreeMap::from([number("seen", self.seen), number("current", self.current)])
    }
}

/// Refuses an order whose total is not the one that was seen.
pub fn check_total(seen: Cents, current: Cents) -> Option<FieldError> {
    (seen != current).then(|| TotalChanged { seen, current }.at("totalCents"))
}

/// What a review shows beside its total.
#[derive(Debug, Clone, Default)]
pub struct Reviewed<'a> {
    /// For whom it is ordered.
    pub buys_for: &'a str,
    /// The shipping step.
    pub shipping: Option<&'a ShippingDraft>,
    /// The payment step.
    pub payment: Option<&'a PaymentDraft>,
    /// Numbers of the certificates.
    pub certificates: Vec<&'a str>,
    /// Each line, in the order of the cart.
    pub items: Vec<ReviewedItem<'a>>,
}

/// A line as a review shows it.
#[derive(Debug, Clone, Copy)]
pub struct ReviewedItem<'a> {
    /// Its article.
    pub sku: &'a str,
    /// How many pieces, as it is stored.
    pub quantity: i64,
    /// What is put on them, as it is stored.
    pub free_form: &'a str,
    /// What it costs.
    pub line: YourPrice,
}

/// What a review's lines are: the cart's version says of it what is ordered.
const ITEMS: &str = "Items";
/// The part of a review that its lines cost.
const PRICES: &str = "Prices";

impl Reviewed<'_> {
    /// Each part with what it says now, in the order of the page. Two that say the same are equal, whatever
    /// stands where in them: the texts of a part are kept apart by their lengths.
    pub fn parts(&self) -> Vec<(&'static str, String)> {
        let shipping = |text: fn(&ShippingDraft) -> &str| self.shipping.map_or("", text);
        let address = self.shipping.map(|shipping| address_says(&shipping.address));
        let order = self.payment.map(|payment| [payment.po_number.as_str(), payment.po_file_name.as_str()]);
        vec![
            ("Order for", self.buys_for.to_owned()),
            ("Ship-to address", address.unwrap_or_default()),
            ("E-mail", shipping(|shipping| &shipping.email).to_owned()),
            ("Shipping method", shipping(|shipping| &shipping.method).to_owned()),
            ("Delivery notes", shipping(|shipping| &shipping.instructions).to_owned()),
            ("Purchase order", order.map(|texts| apart(&texts)).unwrap_or_default()),
            ("Certificates", apart(&self.certificates)),
            (ITEMS, self.items_say()),
            (PRICES, self.prices_say()),
        ]
    }

    fn items_say(&self) -> String {
        let each = self.items.iter().map(|item| apart(&[item.sku, &item.quantity.to_string(), item.free_form]));
        each.collect()
    }

    fn prices_say(&self) -> String {
        let cents = |price: Cents| price.get().to_string();
        let each = self.items.iter().map(|item| apart(&[item.sku, &cents(item.line.base), &cents(item.line.your)]));
        each.collect()
    }
}

fn address_says(address: &AddressFormDraft) -> String {
    let AddressFormDraft {
        first_name,
        last_name,
        company,
        phone_number,
        additional_phone_number,
        address,
        address2,
        country,
        city,
        state,
        zip,
        // Of the address book; an order says nothing of it.
        set_as_default_ship_to_address: _,
    } = address;
    let names = [first_name, last_name, company, phone_number, additional_phone_number];
    let place = [address, address2, country, city, state, zip];
    let texts: Vec<&str> = names.into_iter().chain(place).map(String::as_str).collect();
    apart(&texts)
}

fn apart(texts: &[&str]) -> String {
    texts.iter().flat_map(|text| [text.len().to_string(), ":".to_owned(), (*text).to_owned()]).collect()
}

/// A part of the review says something else than the shopper saw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartChanged {
    /// 'Ship-to address'.
    pub name: String,
}

impl Broken for PartChanged {
    fn code(&self) -> &'static str {
        "review_changed"
    }

    fn sentence(&self) -> String {
        [&self.name, " changed since you looked at this order"].concat()
    }

    fn params(&self) -> BTreeMap<String, Param> {
        BTreeMap::from([("name".to_owned(), Param::Text(self.name.clone()))])
    }
}

/// Refuses an order some part of which is not what was reviewed, and names each. That prices changed is said where they come
/// to the total that was seen: another total says it by itself ([`check_total`]).
pub fn check_reviewed(seen: &[String], current: &[ReviewedView], total_holds: bool) -> Vec<FieldError> {
    let told = current.iter().filter(|part| part.name != ITEMS && (total_holds || part.name != PRICES));
    let changed = told.filter(|part| !seen.contains(&part.mark));
    changed.map(|part| PartChanged { name: part.name.clone() }.at("reviewed")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(reviewed: &Reviewed<'_>) -> Vec<ReviewedView> {
        let parts = reviewed.parts().into_iter();
        parts.map(|(name, says)| ReviewedView { name: name.to_owned(), mark: [name, &says].concat() }).collect()
    }

    fn changed(seen: &Reviewed<'_>, now: &Reviewed<'_>, total_holds: bool) -> Vec<String> {
        let seen: Vec<String> = marked(seen).into_iter().map(|part| part.mark).collect();
        let errors = check_reviewed(&seen, &marked(now), total_holds);
        errors.into_iter().map(|error| error.message).collect()
    }

    #[test]
    fn r72_each_part_that_says_something_else_is_named() {
        let shipping: ShippingDraft = serde_json::from_value(serde_json::json!({
            "email": "a@b.example", "method": "standard",
            "address": {"firstName": "Dana", "lastName": "Reyes", "phoneNumber": "2145550100", "address": "1 Elm St",
                        "country": "US", "city": "Dallas", "state": "TX", "zip": "75201"},
        }))
        .unwrap();
        let payment = PaymentDraft { po_number: "PO-1".to_owned(), po_file_name: String::new() };
        let before = Reviewed { shipping: Some(&shipping), payment: Some(&payment), ..Reviewed::default() };
        let named = |now: &Reviewed<'_>| changed(&before, now, true);
        assert!(named(&before).is_empty());
        let told = |name: &str| vec![[name, " changed since you looked at this order"].concat()];
        let mut address = shipping.clone();
        address.address.city = "Elsewhere".to_owned();
        let email = ShippingDraft { email: "c@b.example".to_owned(), ..shipping.clone() };
        let method = ShippingDraft { method: "express".to_owned(), ..shipping.clone() };
        let notes = ShippingDraft { instructions: "Gate 4".to_owned(), ..shipping.clone() };
        for (name, other) in [
            ("Ship-to address", &address),
            ("E-mail", &email),
            ("Shipping method", &method),
            ("Delivery notes", &notes),
        ] {
            assert_eq!(named(&Reviewed { shipping: Some(other), ..before.clone() }), told(name));
        }
        let order = PaymentDraft { po_number: "PO-2".to_owned(), ..payment.clone() };
        let file = PaymentDraft { po_file_name: "po.pdf".to_owned(), ..payment.clone() };
        for other in [&order, &file] {
            assert_eq!(named(&Reviewed { payment: Some(other), ..before.clone() }), told("Purchase order"));
        }
        assert_eq!(named(&Reviewed { buys_for: "unit", ..before.clone() }), told("Order for"));
        assert_eq!(named(&Reviewed { certificates: vec!["C-1"], ..before.clone() }), told("Certificates"));
        assert_ne!(apart(&["a", "bc"]), apart(&["ab", "c"]));
        assert_eq!(check_reviewed(&[], &[ReviewedView { name: "E-mail".into(), mark: "m".into() }], true).len(), 1);
    }

    #[test]
    fn r72_prices_that_come_to_the_same_total_are_told_and_others_by_the_total() {
        let cents = |amount| Cents::new(amount).unwrap();
        let item = |sku, base, your| ReviewedItem {
            sku,
            quantity: 2,
            free_form: "",
            line: YourPrice { base: cents(base), your: cents(your) },
        };
        let of = |items: &[ReviewedItem<'static>]| Reviewed { items: items.to_vec(), ..Reviewed::default() };
        let [ball, jersey] = [item("BAL100", 500, 400), item("JER-S", 900, 900)];
        let seen = of(&[ball, jersey]);
        assert!(changed(&seen, &seen, true).is_empty());
        for now in [
            [item("BAL100", 500, 500), item("JER-S", 900, 800)],
            [item("BAL100", 400, 400), jersey],
            [item("BAL200", 500, 400), jersey],
        ] {
            let now = of(&now);
            assert_eq!(changed(&seen, &now, true), ["Prices changed since you looked at this order"]);
            assert!(changed(&seen, &now, false).is_empty());
        }
        let marks = |reviewed: &Reviewed<'_>| marked(reviewed).into_iter().map(|part| part.mark).collect::<Vec<_>>();
        for now in [ReviewedItem { quantity: 3, ..ball }, ReviewedItem { free_form: "[{}]", ..ball }] {
            let now = of(&[now, jersey]);
            assert_ne!(marks(&seen), marks(&now), "shown to whoever looks at it");
            assert!(changed(&seen, &now, true).is_empty(), "refused by the cart's version");
        }
    }

    #[test]
    fn tells_both_totals_when_they_differ() {
        let cents = |amount| Cents::new(amount).unwrap();
        assert_eq!(check_total(cents(5), cents(5)), None);
        let told = check_total(cents(1_000), cents(1_250)).unwrap();
        assert_eq!(told.message, "Your total changed from $10.00 to $12.50. Please look at your order again.");
        assert_eq!((told.code.as_str(), told.field.as_str()), ("total_changed", "totalCents"));
        assert_eq!(told.params.len(), 2);
    }
}
