//! What goes out about a cart: cards, lines, head. Only shapes what the rules and the snapshot say.

use fieldhouse_core::{
    brand::Site,
    cart::{
        CartCardView, CartHeadView, CartView, LineView, PricePairView, StoreKeyView,
        evaluation::{LineOutcome, Sums},
        lines::{CartError, LineError, check_cart_size},
        ordered::chosen_options,
        summary::{SummaryDraft, SummaryPage, summarize},
    },
    catalog::AttributeView,
    money::{Cents, format_cents},
    pricing::YourPrice,
    rule::{Broken, FieldError},
};

use super::{
    PricedCart, fields,
    pool::{Line, QuantityPool},
    store::CartRow,
};
use crate::{
    buying::payments,
    finding::catalog::{
        Group, Product, Sellable,
        view::{attribute_view, default_image, placeholder},
    },
};

/// Attributes that have a place of their own on a card.
const SHOWN_ELSEWHERE: [&str; 4] = ["size", "color", "brandName", "shippingMethod"];

/// The amounts of sums without certificates, freight and tax.
pub fn amounts(sums: Sums) -> SummaryDraft {
    SummaryDraft { merchandise: sums.merchandise, savings: sums.savings(), ..SummaryDraft::default() }
}

/// The amounts of a cart with its certificates, without freight and tax.
pub fn amounts_of(cart: &CartRow, sums: Sums) -> SummaryDraft {
    SummaryDraft { certificates: cart.certificate_cents.into(), ..amounts(sums) }
}

/// The head of a visitor without a cart.
pub fn no_head(site: Site) -> CartHeadView {
    CartHeadView {
        id: String::new(),
        version: 0,
        total_line_item_quantity: 0,
        line_count: 0,
        total_cents: Cents::ZERO,
        summary: summarize(site, SummaryPage::Cart, &SummaryDraft::default()),
    }
}

/// The head of a cart whose lines come to these sums.
pub fn head(site: Site, cart: &CartRow, sums: Sums) -> CartHeadView {
    let amounts = amounts_of(cart, sums);
    CartHeadView {
        id: cart.id.clone(),
        version: cart.version,
        total_line_item_quantity: sums.pieces,
        line_count: sums.lines,
        total_cents: amounts.total(),
        summary: summarize(site, SummaryPage::Cart, &amounts),
    }
}

/// The whole cart.
pub fn cart_view(site: Site, priced: &PricedCart<'_>) -> CartView {
    let PricedCart { row: cart, pools, sums, payments, .. } = priced;
    let (sums, amounts) = (*sums, amounts_of(cart, *sums));
    CartView {
        id: cart.id.clone(),
        version: cart.version,
        store: StoreKeyView { key: site.key().to_owned() },
        items: cards(pools),
        total_line_item_quantity: sums.pieces,
        line_count: sums.lines,
        total_price_string: format_cents(amounts.total()),
        total_merch_cents: amounts.merchandise,
        total_savings_cents: amounts.savings,
        total_cents: amounts.total(),
        payment_info: payments::view(payments),
        summary: summarize(site, SummaryPage::Cart, &amounts),
        custom: fields::custom(cart),
        cert_flyer_code: cart.cert_flyer_code.clone(),
        prices_to_be_confirmed: pools.iter().flat_map(|pool| &pool.lines).any(Line::is_to_be_confirmed),
        errors: cart_errors(sums),
    }
}

/// What is wrong with a cart as a whole.
pub fn cart_errors(sums: Sums) -> Vec<FieldError> {
    let empty = (sums.lines == 0).then_some(CartError::Empty);
    empty.into_iter().chain(check_cart_size(sums.lines, sums.merchandise)).map(|error| error.at("lines")).collect()
}

/// The cards of evaluated products in the order their first lines were added.
pub fn cards(pools: &[QuantityPool<'_>]) -> Vec<CartCardView> {
    let mut cards: Vec<(i64, CartCardView)> = pools.iter().flat_map(pool_cards).collect();
    cards.sort_by_key(|(position, _)| *position);
    cards.into_iter().map(|(_, card)| card).collect()
}

/// Keys of all cards of evaluated products.
pub fn card_keys(pools: &[QuantityPool<'_>]) -> Vec<String> {
    let mut keys: Vec<String> = pools.iter().flat_map(|pool| pool.lines.iter().map(card_key)).collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// Product id and color; flavors, grades and the like of one color stand together (cart §2: one card a product). Lines
/// whose article is gone have a card of their own.
pub fn card_key(line: &Line<'_>) -> String {
    match line.sellable {
        Some(found) => format!("{}:{}", found.product.facts.id, color_group(found)),
        None => format!("{}:{}", line.row.product_id, line.row.sku),
    }
}

type Member<'p, 'a> = (&'p Line<'a>, &'p LineOutcome);

fn pool_cards<'p>(pool: &'p QuantityPool<'_>) -> Vec<(i64, CartCardView)> {
    let mut groups: Vec<(String, Vec<Member<'p, '_>>)> = Vec::new();
    for member in pool.outcomes() {
        let key = card_key(member.0);
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, members)) => members.push(member),
            None => groups.push((key, vec![member])),
        }
    }
    groups.into_iter().filter_map(|(key, members)| card(pool, key, members)).collect()
}

fn card(pool: &QuantityPool<'_>, key: String, mut members: Vec<Member<'_, '_>>) -> Option<(i64, CartCardView)> {
    let position = members.iter().map(|(line, _)| line.row.position).min()?;
    let group = |line: &Line<'_>| line.sellable.map(|found| found.variant.group);
    members.sort_by_key(|(line, _)| (group(line), size_place(line), line.row.position));
    let (first, _) = *members.first()?;
    let sums = members.iter().fold(Sums::default(), |sums, (_, outcome)| {
        let LineOutcome { line: YourPrice { base, your }, .. } = **outcome;
        sums.plus(Sums { merchandise: base, yours: your, pieces: 0, lines: 1 })
    });
    let facts = first.sellable.map(|found| &found.product.facts);
    let text = |read: fn(&Product) -> &str| first.sellable.map_or("", |found| read(found.product)).to_owned();
    let card = CartCardView {
        key,
        id: first.row.product_id.clone(),
        name: facts.map_or_else(|| first.row.sku.clone(), |facts| facts.name.clone()),
        brand: text(|product| &product.facts.brand),
        product_slug: text(|product| &product.facts.slug),
        image: Some(match first.sellable {
            Some(found) => default_image(found.product, found.variant),
            None => placeholder(&first.row.sku),
        }),
        sku: first.row.sku.clone(),
        color: first.sellable.map_or("", |found| found.variant.color()).to_owned(),
        href: href(first),
        promo_code: members.iter().find_map(promo_code).unwrap_or_default(),
        shipping_type: text(|product| &product.facts.shipping_method),
        warnings: facts.map(|facts| facts.warnings.clone()).unwrap_or_default(),
        is_favourite: false,
        unit_of_measure: text(|product| &product.facts.unit_of_measure),
        free_form_options: facts.map(|facts| facts.free_form_options.clone()).unwrap_or_default(),
        subtotal: YourPrice { base: sums.merchandise, your: sums.yours }.view(),
        pooled_quantity: u32::try_from(pool.outcome.pooled).unwrap_or(u32::MAX),
        next_tier: pool.outcome.next_tier.clone(),
        line_items: members.into_iter().map(|(line, outcome)| line_view(line, outcome)).collect(),
    };
    Some((position, card))
}

/// The first group of the color.
fn color_group(found: Sellable<'_>) -> usize {
    let same =
        |group: &Group| found.product.members(group).next().is_some_and(|it| it.color() == found.variant.color());
    found.product.groups.iter().position(same).unwrap_or(found.variant.group)
}

/// The promo code of a line whose price it set.
fn promo_code((line, outcome): &Member<'_, '_>) -> Option<String> {
    let unit = outcome.unit.filter(|unit| unit.your < unit.base)?;
    let set = line.row.personal_cents == Some(unit.your.into()) && !line.row.promo_code.is_empty();
    set.then(|| line.row.promo_code.clone())
}

/// `/p/{sku}`, or the site's root for an article that is gone (cart §2).
fn href(line: &Line<'_>) -> String {
    match line.sellable {
        Some(found) => ["/p/", &found.variant.sku, "/"].concat(),
        None => "/".to_owned(),
    }
}

fn size_place(line: &Line<'_>) -> usize {
    let place = line.sellable.and_then(|found| {
        let group = found.product.group_of(found.variant)?;
        group.members.iter().position(|member| {
            found.product.variants.get(*member).is_some_and(|variant| variant.sku == found.variant.sku)
        })
    });
    place.unwrap_or(usize::MAX)
}

fn line_view(line: &Line<'_>, outcome: &LineOutcome) -> LineView {
    let variant = line.sellable.map(|found| found.variant);
    let attributes: Vec<AttributeView> =
        variant.map(|variant| variant.attributes.iter().map(attribute_view).collect()).unwrap_or_default();
    let nothing = PricePairView { regular_price: Cents::ZERO, discounted_price: None };
    LineView {
        line_item_id: line.row.id.clone(),
        sku: line.row.sku.clone(),
        size: variant.map_or("", |variant| variant.attribute("size")).to_owned(),
        quantity: line.pieces(),
        unit_price: outcome.unit.map_or(nothing, YourPrice::view),
        line_price: outcome.line.view(),
        options: chosen_options(&attributes),
        attributes: attributes
            .into_iter()
            .filter(|attribute| !SHOWN_ELSEWHERE.contains(&attribute.name.as_str()))
            .collect(),
        free_form: line.free_form.entries().to_vec(),
        available_date: line.available_date.clone(),
        unavailable: outcome.errors.iter().any(|error| matches!(error, LineError::Article(_))),
        min_order_qty: variant.map_or(0, |variant| variant.min_order_qty),
        delivery_unit: variant.map_or(0, |variant| variant.delivery_unit),
        tiers: variant.map(|variant| variant.tiers.to_vec()).unwrap_or_default(),
        offer_price: line
            .article()
            .and_then(|article| article.prices.discounted.into_iter().chain(article.prices.personal).min()),
        price_to_be_confirmed: line.is_to_be_confirmed(),
        errors: outcome.errors.iter().map(|error| error.at("")).collect(),
    }
}
