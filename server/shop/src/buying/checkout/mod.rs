//! Checkout: shipping, payment, review. What was saved belongs to the cart; sums are worked out
//! anew at every look.

pub mod certificates;
pub mod place;
pub mod ready;
pub mod reserve;
pub mod store;
pub mod written;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use fieldhouse_core::{
    cart::summary::{SummaryDraft, SummaryPage, summarize},
    checkout::{
        CheckoutView, PaymentDraft, ReviewedView, ShippingDraft,
        exemption::{Exemption, Orderer, remark},
        payment::{check_payment, parse_payment},
        placement::{PlacementDraft, PlacementLine, check_placement, paid_by_certificates},
        review::{Reviewed, ReviewedItem},
        shipping::{check_shipping, parse_shipping, starting_shipping},
        step::current_step,
        tax::TaxedOrder,
    },
    people::buying::BuyerDraft,
    rule::FieldError,
};
use fieldhouse_kernel::failure::Failure;
use sea_orm::ConnectionTrait;
use serde::{Serialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};

use crate::{
    buying::{
        cart::{self, PricedCart, personal::price_age, seen::SeenCart},
        checkout::certificates::Held,
        orders::approvals,
        payments,
    },
    config::Config,
    env::Env,
    finding::wishlist,
    owner::{CustomerId, VisitorId},
    people::{
        account::{
            addresses,
            store::{CustomerRow, find_customer},
        },
        business_units::buying::Units,
    },
    session::{Visitor, signed_in::SignedIn},
    state::AppState,
};
use store::CheckoutRow;

/// What a shopper saved for a cart.
#[derive(Debug, Clone, Default)]
pub struct Saved {
    /// The shipping step.
    pub shipping: Option<ShippingDraft>,
    /// The payment step.
    pub payment: Option<PaymentDraft>,
}

impl Saved {
    /// The steps that were saved.
    pub const fn parts(&self) -> (Option<&ShippingDraft>, Option<&PaymentDraft>) {
        (self.shipping.as_ref(), self.payment.as_ref())
    }

    /// What was saved for a cart.
    pub async fn load(db: &impl ConnectionTrait, cart_id: &str) -> Result<Self, Failure> {
        let Some(row) = store::find_checkout(db, cart_id).await? else { return Ok(Self::default()) };
        let CheckoutRow { shipping, payment, .. } = row;
        Ok(Self { shipping: decode(shipping)?, payment: decode(payment)? })
    }
}

/// The visitor's checkout.
pub async fn load(state: &AppState, visitor: &Visitor) -> Result<CheckoutView, Failure> {
    let seen = look(state, visitor).await?;
    show(state, visitor, seen).await
}

/// The cart there is to check out: without one, no form is looked at.
async fn look(env: &Env, visitor: &Visitor) -> Result<SeenCart, Failure> {
    cart::seen::look(env, visitor).await?.ok_or_else(Failure::not_found)
}

/// The checkout of a cart that was seen.
async fn show(state: &AppState, visitor: &Visitor, seen: SeenCart) -> Result<CheckoutView, Failure> {
    let catalog = state.catalog.load_full();
    let db = state.db.read();
    let cart = cart::priced_of(state, &catalog, visitor, seen).await?.ok_or_else(Failure::not_found)?;
    let saved = Saved::load(db, &cart.row.id).await?;
    let customer = visitor.customer().await?;
    let units = Units::of(db, customer).await?;
    let customer = account(db, customer).await?;
    let exempt = exempt(state, customer.as_ref(), (&units, &cart.row.buys_for));
    let due = amounts(&state.config, &cart, &saved, exempt.as_deref())?.due();
    let counted =
        approvals::Counted::new(&cart.row.visitor, customer.as_ref(), saved.parts(), due, state.clock.millis());
    let mut view = review(&state.config, visitor, &cart, saved, exempt.as_deref())?;
    if let (Some(customer), None) = (customer, &view.shipping) {
        let book = addresses::show(state, &customer).await?;
        view.start = starting_shipping(&customer.email, &book.addresses, &state.config.freight.keys());
    }
    cart::stock::tell(state, db, &catalog, &mut view.items).await?;
    view.buying = units.view(&cart.row.buys_for);
    view.approval = approvals::forecast(db, &units, &cart.row.buys_for, &counted).await?;
    wishlist::mark(visitor.site, &cart.wished, &mut view.items);
    Ok(view)
}

/// The account of who has signed in.
pub async fn account(db: &impl ConnectionTrait, customer: Option<CustomerId>) -> Result<Option<CustomerRow>, Failure> {
    let Some(customer) = customer else { return Ok(None) };
    Ok(find_customer(db, customer).await?)
}

/// Saves the shipping step.
pub async fn save_shipping(
    state: &AppState,
    visitor: &Visitor,
    draft: &ShippingDraft,
) -> Result<CheckoutView, Failure> {
    let seen = look(state, visitor).await?;
    let shipping = parse_shipping(draft, &state.config.freight.keys()).map_err(Failure::broken)?;
    let shipping = encode(&shipping.into_draft())?;
    let known = visitor.known().await?.ok_or_else(Failure::not_found)?;
    let tx = state.db.write_for([known.to_string()]).await?;
    let cart = cart::store::find_open(&*tx, known).await?.ok_or_else(Failure::not_found)?;
    store::write_shipping(&tx, &cart.id, shipping, state.clock.millis()).await?;
    tx.commit().await?;
    show(state, visitor, SeenCart { row: cart, ..seen }).await
}

/// Saves the payment step.
pub async fn save_payment(state: &AppState, visitor: &Visitor, draft: &PaymentDraft) -> Result<CheckoutView, Failure> {
    let seen = look(state, visitor).await?;
    let payment = parse_payment(draft).map_err(Failure::broken)?;
    let payment = encode(&payment.into_draft())?;
    let known = visitor.known().await?.ok_or_else(Failure::not_found)?;
    let tx = state.db.write_for([known.to_string()]).await?;
    let cart = cart::store::find_open(&*tx, known).await?.ok_or_else(Failure::not_found)?;
    store::write_payment(&tx, &cart.id, payment, state.clock.millis()).await?;
    tx.commit().await?;
    show(state, visitor, SeenCart { row: cart, ..seen }).await
}

/// Says for whom the cart is ordered; its prices follow.
pub async fn choose_buyer(
    state: &AppState,
    SignedIn { visitor, customer }: &SignedIn,
    draft: &BuyerDraft,
) -> Result<CheckoutView, Failure> {
    let known = owner(state, visitor).await?;
    let errors = Units::of(state.db.read(), Some(*customer)).await?.check(draft);
    if !errors.is_empty() {
        return Err(Failure::broken(errors));
    }
    let tx = state.db.write_for([known.to_string()]).await?;
    let cart = cart::store::bump_version(&tx, known, state.clock.millis()).await?.ok_or_else(Failure::not_found)?;
    cart::store::write_buys_for(&tx, &cart.id, &draft.buys_for).await?;
    tx.commit().await?;
    cart::recalculate(state, visitor, &cart.id).await?;
    load(state, visitor).await
}

/// The visitor, if there is a cart to check out: without one, no form is looked at.
async fn owner(env: &Env, visitor: &Visitor) -> Result<VisitorId, Failure> {
    let known = visitor.known().await?.ok_or_else(Failure::not_found)?;
    cart::store::find_open(env.db.read(), known).await?.ok_or_else(Failure::not_found)?;
    Ok(known)
}

/// Why an order is not taxed on the store's day, by what is on file at this moment; nothing when it is.
pub fn exempt(env: &Env, customer: Option<&CustomerRow>, (units, buys_for): (&Units, &str)) -> Option<String> {
    let customer = customer?;
    let unit = units.chosen(buys_for).map(|(unit, _)| (unit.name.clone(), Exemption::parse(&unit.tax_exempt)));
    Orderer { own: Exemption::parse(&customer.tax_exempt), unit }.exempt(&env.today())
}

/// What a cart costs with what is known of shipping, and whether it is taxed.
pub fn amounts(
    config: &Config,
    cart: &PricedCart<'_>,
    saved: &Saved,
    exempt: Option<&str>,
) -> Result<SummaryDraft, Failure> {
    let known = cart::view::amounts_of(&cart.row, cart.sums);
    let Some(shipping) = &saved.shipping else { return Ok(known) };
    let freight = config.freight.price(&shipping.method, cart.sums.merchandise);
    let tax = freight.map(|freight| {
        let order = TaxedOrder {
            country: shipping.address.country.clone(),
            state: shipping.address.state.clone(),
            lines: cart.in_order().iter().map(|(_, outcome)| outcome.line.your).collect(),
            freight,
            exempt: exempt.is_some(),
        };
        let tax = config.tax.tax(&order).ok_or_else(|| Failure::internal(anyhow::anyhow!("tax out of range")))?;
        Ok::<_, Failure>(tax.total)
    });
    Ok(SummaryDraft { freight, tax: tax.transpose()?, ..known })
}

/// The checkout of a cart as it is shown.
fn review(
    config: &Config,
    visitor: &Visitor,
    cart: &PricedCart<'_>,
    saved: Saved,
    exempt: Option<&str>,
) -> Result<CheckoutView, Failure> {
    let amounts = amounts(config, cart, &saved, exempt)?;
    let mut summary = summarize(visitor.site, SummaryPage::Checkout, &amounts);
    remark(&mut summary, exempt);
    let methods = config.freight.keys();
    let shipped = saved.shipping.as_ref().is_some_and(|draft| check_shipping(draft, &methods).is_empty());
    let paid_whole = shipped && paid_by_certificates(&amounts);
    let paid = saved.payment.as_ref().map_or(paid_whole, |draft| check_payment(draft).is_empty());
    let reviewed = reviewed(cart, &saved);
    Ok(CheckoutView {
        cart_id: cart.row.id.clone(),
        cart_version: cart.row.version,
        total_line_item_quantity: cart.sums.pieces,
        step: current_step(shipped, paid),
        shipping: saved.shipping,
        start: starting_shipping("", &[], &methods),
        payment: saved.payment,
        payment_needed: !paid_whole,
        payment_info: payments::view(&cart.payments),
        methods: config.freight.methods(cart.sums.merchandise),
        items: cart::view::cards(&cart.pools),
        summary,
        gross_cents: amounts.total(),
        total_cents: amounts.due(),
        buying: None,
        approval: None,
        reviewed,
    })
}

/// What a review of this checkout shows beside its total, each part with its mark (R72).
pub fn reviewed(cart: &PricedCart<'_>, saved: &Saved) -> Vec<ReviewedView> {
    let certificates = cart.payments.iter().filter(|payment| payments::is_certificate(payment));
    let items = cart.in_order().into_iter().map(|(line, outcome)| ReviewedItem {
        sku: &line.row.sku,
        quantity: line.row.quantity,
        free_form: &line.row.free_form,
        line: outcome.line,
    });
    let shown = Reviewed {
        buys_for: &cart.row.buys_for,
        shipping: saved.shipping.as_ref(),
        payment: saved.payment.as_ref(),
        certificates: certificates.map(|payment| payment.certificate_number.as_str()).collect(),
        items: items.collect(),
    };
    let marked = shown.parts().into_iter().map(|(name, says)| {
        // Twelve bytes: enough that no two of one shopper's are alike by chance.
        let digest = Sha256::new().chain_update(name).chain_update([0]).chain_update(says).finalize();
        let mark = URL_SAFE_NO_PAD.encode(digest.get(..12).unwrap_or_default());
        ReviewedView { name: name.to_owned(), mark }
    });
    marked.collect()
}

/// Everything that keeps a cart from being ordered as it is (R22).
pub fn refusals(
    config: &Config,
    cart: &PricedCart<'_>,
    saved: &Saved,
    (certificates, amounts): (&[Held], &SummaryDraft),
    now: i64,
) -> Vec<FieldError> {
    let lines = cart.in_order().into_iter().map(|(line, outcome)| PlacementLine {
        errors: outcome.errors.iter().map(|error| error.at("")).collect(),
        price_age: price_age(line.row.confirmed_at, now),
    });
    check_placement(&PlacementDraft {
        lines: lines.collect(),
        merchandise: cart.sums.merchandise,
        shipping: saved.shipping.clone(),
        methods: config.freight.keys(),
        payment: saved.payment.clone(),
        paid_by_certificates: paid_by_certificates(amounts),
        certificates_usable: certificates.iter().map(|held| held.usable).collect(),
    })
}

fn encode(value: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(Failure::internal)
}

fn decode<T: DeserializeOwned>(stored: Option<String>) -> Result<Option<T>, Failure> {
    stored.map(|text| serde_json::from_str(&text).map_err(Failure::internal)).transpose()
}
