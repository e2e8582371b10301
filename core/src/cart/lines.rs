//! Lines: what an article must be so that a line of it may be added, changed or ordered, and how
//! much a cart holds (decisions: prices, quantities). Not here: sums (see `evaluation`).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    AddLineDraft,
    free_form::{FreeForm, FreeFormError},
    quantity::{Quantity, QuantityError, QuantityRule},
};
use crate::{
    brand::{Site, brand},
    catalog::stock_note,
    money::Cents,
    pricing::{ArticlePrices, your_price},
    rule::{Broken, FieldError, Param, broken_rules},
};

/// Lines a cart may hold (decisions: prices).
pub const MAX_LINES: u32 = 2_000;
/// Merchandise a cart may hold: 10^9 cents (decisions: prices).
pub const MAX_CART: Cents = crate::pricing::MAX_PRICE;

broken_rules! {
    /// What is wrong with a cart as a whole.
    pub enum CartError {
        /// Nothing to add, or nothing to order.
        Empty => "cart_empty", "Your cart is empty";
        /// One line too many.
        TooManyLines { maximum: u32 } => "cart_too_many_lines", "A cart holds at most 2,000 lines";
        /// More merchandise than a cart holds.
        TooMuchMoney => "cart_too_much_money", "A cart holds at most $10,000,000.00 of merchandise";
    }
}

/// What keeps an article from being bought at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArticleError {
    /// No such sku in this store.
    UnknownSku,
    /// Only by phone.
    CallToOrder {
        /// The number of the site.
        phone: String,
    },
    /// Out of stock.
    Unavailable {
        /// 'Out of stock' or 'Available on MM/DD'.
        note: String,
    },
    /// No price above 0.
    NoPrice,
}

impl ArticleError {
    /// All codes, for the check that each one has a vector.
    pub const CODES: &'static [&'static str] =
        &["sku_unknown", "call_to_order", "article_unavailable", "price_not_available"];
}

/// 'Please call {phone} to order this product.' (cart §5).
pub fn call_to_order_text(phone: &str) -> String {
    format!("Please call {phone} to order this product.")
}

impl Broken for ArticleError {
    fn code(&self) -> &'static str {
        match self {
            Self::UnknownSku => "sku_unknown",
            Self::CallToOrder { .. } => "call_to_order",
            Self::Unavailable { .. } => "article_unavailable",
            Self::NoPrice => "price_not_available",
        }
    }

    fn sentence(&self) -> String {
        match self {
            Self::UnknownSku => "We could not find this product".to_owned(),
            Self::CallToOrder { phone } => call_to_order_text(phone),
            Self::Unavailable { note } => note.clone(),
            Self::NoPrice => "Price not available".to_owned(),
        }
    }

    fn params(&self) -> BTreeMap<String, Param> {
        match self {
            Self::CallToOrder { phone } => crate::rule::text("phone", phone),
            Self::Unavailable { note } => crate::rule::text("note", note),
            Self::UnknownSku | Self::NoPrice => BTreeMap::new(),
        }
    }
}

/// What the rules of a cart read of an article. Borrowed from the server's snapshot.
#[derive(Debug, Clone, Copy, Default)]
pub struct Article<'a> {
    /// Minimum and multiples.
    pub rule: QuantityRule,
    /// All prices.
    pub prices: ArticlePrices<'a>,
    /// It cannot be bought now.
    pub unavailable: bool,
    /// MM/DD/YYYY when it comes back, or empty.
    pub available_date: &'a str,
    /// Only by phone.
    pub call_to_order: bool,
    /// Labels of the required free texts.
    pub free_form_options: &'a [String],
}

/// The same, as the browser sends it. A size of the product page with the product's
/// `freeFormOptions` and `callToOrder` fits as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct ArticleDraft {
    /// Base price of one piece.
    pub price: Option<Cents>,
    /// It cannot be bought now.
    pub unavailable: bool,
    /// MM/DD/YYYY, or empty.
    #[serde(default)]
    pub available_date: String,
    /// Minimum order quantity.
    #[serde(default)]
    pub min_order_qty: u32,
    /// Delivery unit.
    #[serde(default)]
    pub delivery_unit: u32,
    /// Only by phone.
    #[serde(default)]
    pub call_to_order: bool,
    /// Labels of the required free texts.
    #[serde(default)]
    pub free_form_options: Vec<String>,
}

impl ArticleDraft {
    /// As the rules read it.
    pub fn as_article(&self) -> Article<'_> {
        Article {
            rule: QuantityRule { min_order_qty: self.min_order_qty, delivery_unit: self.delivery_unit },
            prices: ArticlePrices { base: self.price, ..ArticlePrices::default() },
            unavailable: self.unavailable,
            available_date: &self.available_date,
            call_to_order: self.call_to_order,
            free_form_options: &self.free_form_options,
        }
    }
}

/// What keeps this article from being bought, the first reason that holds.
pub fn check_article(article: Option<&Article<'_>>, site: Site) -> Result<(), ArticleError> {
    let Some(article) = article else { return Err(ArticleError::UnknownSku) };
    if article.call_to_order {
        return Err(ArticleError::CallToOrder { phone: brand(site).call_to_order_phone.get().to_owned() });
    }
    if article.unavailable {
        return Err(ArticleError::Unavailable { note: stock_note(true, article.available_date) });
    }
    // At a single piece: whether there is a price does not depend on the quantity.
    if your_price(article.prices, 1).is_none() {
        return Err(ArticleError::NoPrice);
    }
    Ok(())
}

/// A line that may be added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AcceptedLine {
    /// Pieces.
    pub quantity: Quantity,
    /// Free texts.
    pub free_form: FreeForm,
}

/// Checks one line to be added: the article, then quantity and texts together. `path` is the line's
/// path in the draft: `lines.0`.
pub fn check_add_line(
    draft: &AddLineDraft,
    article: Option<&Article<'_>>,
    site: Site,
    path: &str,
) -> Result<AcceptedLine, Vec<FieldError>> {
    let at = |rest: &str| if path.is_empty() { rest.to_owned() } else { format!("{path}.{rest}") };
    check_article(article, site).map_err(|error| vec![error.at(at("sku"))])?;
    let (rule, labels) = article.map(|article| (article.rule, article.free_form_options)).unwrap_or_default();
    let quantity = Quantity::parse(draft.quantity, rule).map_err(|error| error.at(at("quantity")));
    // A broken quantity must not make the texts look miscounted.
    let pieces = quantity.as_ref().map_or_else(|_| entries_of(draft), |quantity| quantity.get());
    match (quantity, FreeForm::parse(&draft.free_form, labels, pieces, path)) {
        (Ok(quantity), Ok(free_form)) => Ok(AcceptedLine { quantity, free_form }),
        (quantity, free_form) => Err(quantity.err().into_iter().chain(free_form.err().unwrap_or_default()).collect()),
    }
}

/// What is wrong with a line to be added, in the browser's values.
pub fn check_add_draft(draft: &AddLineDraft, article: Option<&ArticleDraft>, site: Site) -> Vec<FieldError> {
    let article = article.map(ArticleDraft::as_article);
    check_add_line(draft, article.as_ref(), site, "").err().unwrap_or_default()
}

fn entries_of(draft: &AddLineDraft) -> u32 {
    u32::try_from(draft.free_form.len()).unwrap_or(u32::MAX)
}

/// What is wrong with a line in the cart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineError {
    /// The article cannot be bought.
    Article(ArticleError),
    /// The quantity breaks the article's rule.
    Quantity(QuantityError),
    /// The texts do not fit.
    FreeForm(FreeFormError),
}

impl LineError {
    /// As it goes out; `path` is the line's path, or empty.
    pub fn at(&self, path: &str) -> FieldError {
        let at = |rest: &str| if path.is_empty() { rest.to_owned() } else { format!("{path}.{rest}") };
        match self {
            Self::Article(error) => error.at(at("sku")),
            Self::Quantity(error) => error.at(at("quantity")),
            Self::FreeForm(error) => error.at(at("freeForm")),
        }
    }
}

/// Checks a new quantity of a line in the cart against its article and its texts.
pub fn check_line_quantity(
    pieces: i64,
    article: Option<&Article<'_>>,
    free_form: &FreeForm,
    site: Site,
) -> Result<Quantity, LineError> {
    check_article(article, site).map_err(LineError::Article)?;
    let rule = article.map(|article| article.rule).unwrap_or_default();
    let quantity = Quantity::parse(pieces, rule).map_err(LineError::Quantity)?;
    free_form.fits(quantity.get()).map_err(LineError::FreeForm)?;
    Ok(quantity)
}

/// The quantity of a line to which `added` pieces are added.
pub fn add_pieces(held: u32, added: Quantity, rule: QuantityRule) -> Result<Quantity, QuantityError> {
    Quantity::parse(i64::from(held).saturating_add(i64::from(added.get())), rule)
}

/// Whether a list names more lines than a cart holds: asked before any of them is looked at.
pub fn are_too_many(lines: usize) -> bool {
    u32::try_from(lines).map_or(true, |lines| lines > MAX_LINES)
}

/// Checks how much a cart would hold.
pub fn check_cart_size(lines: u32, merchandise: Cents) -> Vec<CartError> {
    let mut errors = Vec::new();
    if lines > MAX_LINES {
        errors.push(CartError::TooManyLines { maximum: MAX_LINES });
    }
    if merchandise > MAX_CART {
        errors.push(CartError::TooMuchMoney);
    }
    errors
}

/// Checks what becomes of a cart: one that holds too much already, as two that became one may, does not grow.
pub fn check_cart_growth(before: (u32, Cents), after: (u32, Cents)) -> Vec<CartError> {
    let grows = |error: &CartError| match error {
        CartError::TooMuchMoney => after.1 > before.1,
        _ => after.0 > before.0,
    };
    check_cart_size(after.0, after.1).into_iter().filter(grows).collect()
}

/// The same, as it goes out.
pub fn check_cart_totals(lines: u32, merchandise: Cents) -> Vec<FieldError> {
    check_cart_size(lines, merchandise).iter().map(|error| error.at("")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn article() -> Article<'static> {
        Article {
            rule: QuantityRule { min_order_qty: 12, delivery_unit: 6 },
            prices: ArticlePrices { base: Cents::new(1000), ..ArticlePrices::default() },
            ..Article::default()
        }
    }

    fn draft(quantity: i64) -> AddLineDraft {
        AddLineDraft { sku: "A-1".to_owned(), quantity, free_form: Vec::new() }
    }

    fn first_error(draft: &AddLineDraft, article: Option<&Article<'_>>) -> (String, String, String) {
        let error = check_add_line(draft, article, Site::FIELDHOUSE, "lines.0").unwrap_err().remove(0);
        (error.field, error.code, error.message)
    }

    #[test]
    fn accepts_what_breaks_nothing() {
        let line = check_add_line(&draft(18), Some(&article()), Site::FIELDHOUSE, "lines.0").unwrap();
        assert_eq!((line.quantity.get(), line.free_form.entries().len()), (18, 0));
    }

    #[test]
    fn says_why_an_article_cannot_be_bought() {
        let sku = "lines.0.sku".to_owned();
        assert_eq!(first_error(&draft(12), None).1, "sku_unknown");
        let call = Article { call_to_order: true, unavailable: true, ..article() };
        let message = "Please call 1-800-555-0142 to order this product.".to_owned();
        assert_eq!(first_error(&draft(12), Some(&call)), (sku.clone(), "call_to_order".to_owned(), message));
        let out = Article { unavailable: true, available_date: "03/09/2026", ..article() };
        assert_eq!(
            first_error(&draft(12), Some(&out)),
            (sku, "article_unavailable".to_owned(), "Available on 03/09".to_owned())
        );
        for base in [None, Cents::new(0), Cents::new(-1)] {
            let free = Article { prices: ArticlePrices { base, ..ArticlePrices::default() }, ..article() };
            assert_eq!(first_error(&draft(12), Some(&free)).1, "price_not_available");
        }
    }

    #[test]
    fn tells_quantity_and_texts_together() {
        let labels = ["Name".to_owned()];
        let named = Article { free_form_options: &labels, ..article() };
        let errors = check_add_line(&draft(13), Some(&named), Site::FIELDHOUSE, "").unwrap_err();
        let told: Vec<(&str, &str)> =
            errors.iter().map(|error| (error.field.as_str(), error.message.as_str())).collect();
        assert_eq!(told, [("quantity", "Quantity must be in multiples of 6"), ("freeForm.0.0", "Name (Required)")]);
    }

    #[test]
    fn adding_to_a_line_stops_at_the_limit() {
        let any = QuantityRule::default();
        let one = Quantity::parse(1, any).unwrap();
        assert_eq!(add_pieces(9_998, one, any).unwrap().get(), 9_999);
        assert_eq!(add_pieces(9_999, one, any), Err(QuantityError::TooLarge { maximum: 9_999 }));
        assert!(add_pieces(u32::MAX, one, any).is_err());
    }

    #[test]
    fn a_list_of_texts_refuses_another_quantity() {
        let list = FreeForm::stored(vec![vec!["A".to_owned()], vec!["B".to_owned()]]);
        let plain = Article { rule: QuantityRule::default(), ..article() };
        assert!(check_line_quantity(2, Some(&plain), &list, Site::FIELDHOUSE).is_ok());
        let error = check_line_quantity(3, Some(&plain), &list, Site::FIELDHOUSE).unwrap_err().at("");
        assert_eq!((error.field.as_str(), error.code.as_str()), ("freeForm", "free_form_piece_count"));
    }

    #[test]
    fn a_cart_has_limits() {
        assert!(check_cart_size(2_000, MAX_CART).is_empty());
        let over = check_cart_size(2_001, Cents::new(1_000_000_001).unwrap());
        let messages: Vec<String> = over.iter().map(Broken::sentence).collect();
        assert_eq!(
            messages,
            ["A cart holds at most 2,000 lines", "A cart holds at most $10,000,000.00 of merchandise"]
        );
    }

    #[test]
    fn a_cart_that_holds_too_much_may_become_smaller_and_not_larger() {
        let (much, more) = (Cents::new(1_000_000_001).unwrap(), Cents::new(1_000_000_002).unwrap());
        let grown = |before, after| check_cart_growth(before, after).len();
        assert_eq!(grown((2_001, Cents::ZERO), (2_001, Cents::ZERO)), 0);
        assert_eq!(grown((2_001, Cents::ZERO), (2_002, Cents::ZERO)), 1);
        assert_eq!(grown((1_999, Cents::ZERO), (2_001, Cents::ZERO)), 1);
        assert_eq!(grown((1, more), (2, much)), 0);
        assert_eq!(grown((2, much), (1, more)), 1);
        assert_eq!(grown((2_000, MAX_CART), (2_001, much)), 2);
    }
}
