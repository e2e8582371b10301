//! Placing: a cart becomes an order once, on the version and the total that were reviewed.

use fieldhouse_core::{
    account::email::mailbox,
    brand::Site,
    cart::summary::SummaryDraft,
    checkout::{
        PlaceOrderDraft,
        review::{check_reviewed, check_total},
    },
    orders::status::order_queue,
    people::{OrderApprovalView, approval::Decision, buying::check_guest},
};
use fieldhouse_kernel::{
    db::WriteTx,
    failure::{Failure, FailureKind},
    pauses::PausePoint,
};

use super::{
    Saved,
    ready::Ready,
    reserve, store,
    written::{Placed, encode, order_lines, summary_of, tell},
};
use crate::{
    buying::{
        cart::{
            self, PricedCart, codes,
            personal::{Prices, Which},
        },
        checkout::certificates as placing,
        orders::{self, approvals, store::OrderRow},
        payments,
    },
    config::Config,
    env::Env,
    idempotency::{self, IdempotencyKey, StoredResponse},
    limits::{quota::Sender, rate::Rated},
    mail::{self, LetterKind},
    owner::VisitorId,
    people::business_units::buying::Units,
    session::Visitor,
    staff::shop_as,
    state::AppState,
};

/// Makes the visitor's cart an order. The order, its message, its number, the end of the cart and
/// the answer to this key are one commit that is on disk before it is told.
pub async fn place(
    state: &AppState,
    visitor: &Visitor,
    draft: &PlaceOrderDraft,
    keyed: &IdempotencyKey,
) -> Result<StoredResponse, Failure> {
    let mut ready = Ready::read(state, visitor).await?;
    let known = visitor.known().await?.ok_or_else(Failure::not_found)?;
    let _turn = state.running.start(known, keyed)?;
    let refused = loop {
        match attempt(state, visitor, (known, ready), draft, keyed).await {
            Ok(Some(answer)) => return Ok(answer),
            Ok(None) => ready = Ready::read(state, visitor).await?,
            Err(refused) => break refused,
        }
    };
    // Whoever was answered before is answered so again, whatever became of the cart since.
    keyed.find_lasting(&state.db, known).await?.ok_or(refused)
}

/// Places a cart as it was read; nothing when it is another by the time it is held.
async fn attempt(
    state: &AppState,
    visitor: &Visitor,
    (known, ready): (VisitorId, Option<Ready>),
    draft: &PlaceOrderDraft,
    keyed: &IdempotencyKey,
) -> Result<Option<StoredResponse>, Failure> {
    let Some(ready) = ready.filter(|ready| ready.row.id == draft.cart_id) else {
        return Err(no_such_cart(state, known, &draft.cart_id).await?);
    };
    let catalog = state.catalog.load_full();
    let now = state.clock.millis();
    codes::apply::recheck(state, visitor, &ready.row).await?;
    cart::check_seen(ready.row.version, draft.cart_version)?;
    let skus = ready.lines.iter().map(|line| line.sku.clone()).collect();
    let confirmed = Prices::ask(state, visitor, Some(&ready.row), skus, Which::Confirm).await?;
    let answers = placing::refresh(state, visitor.site, (known, &ready.row)).await?;
    state.pauses.reach(PausePoint::PlaceOrder).await;
    let names = answers.names().chain([known.to_string()]).chain(reserve::names(&ready.counted));
    let tx = state.db.write_durable_for(names).await?;
    if !ready.close(&tx, now).await? {
        return Ok(None);
    }
    let saved = ready.saved()?;
    let Ready { row, lines, wished, counted, has_payments, .. } = ready;
    let payments = if has_payments { payments::store::list_on_cart(&*tx, &row.id).await? } else { Vec::new() };
    let certificates = placing::judge(state, &tx, visitor.site, &payments, answers).await?;
    let mut priced = PricedCart { payments, wished, ..cart::price(row, lines, &catalog, visitor.site, &confirmed)? };
    priced.row.certificate_cents = placing::sum(&certificates).into();
    let customer = visitor.customer().await?;
    shop_as::still(state, &tx, visitor.shop_as()).await?;
    let units = Units::of(&*tx, customer).await?;
    let account = super::account(&*tx, customer).await?;
    let exempt = super::exempt(state, account.as_ref(), (&units, &priced.row.buys_for));
    let amounts = super::amounts(&state.config, &priced, &saved, exempt.as_deref())?;
    as_reviewed(draft, &priced, &saved, &amounts)?;
    as_payable(&state.config, draft, (&priced, &saved), (&certificates, &amounts), now)?;
    let Saved { shipping: Some(shipping), payment } = &saved else {
        return Err(Failure::internal(anyhow::anyhow!("placement accepted a missing step")));
    };
    let placed = Placed::new(state, visitor, (known, account.as_ref()), now);
    // First of what others may hold: who waits for a certificate keeps no unit and no mailbox from anybody (R77).
    placing::reserve(&tx, visitor.site, &certificates, &placed.id, (draft.cart_version, now)).await?;
    let asked = approvals::Counted::new(&known.to_string(), account.as_ref(), saved.parts(), amounts.due(), now);
    if let Some((unit, _)) = units.chosen(&priced.row.buys_for) {
        // Two orders at once would not see each other.
        tx.wait_for(&unit.id).await?;
    }
    let demand = approvals::demanded(&*tx, &units, &priced.row.buys_for, &asked).await?;
    let mailbox = mailbox(&shipping.email);
    let number = orders::numbers::take(&tx, visitor.site, &mailbox).await?;
    let reader = reader(state, &tx, visitor.site, &mailbox).await?;
    if customer.is_none() {
        // The last question: whoever asks for e-mails of others places an order with each.
        let would_wait =
            reader.known && approvals::waits_for_guest(&*tx, visitor.site, &shipping.email, &asked).await?;
        if let Some(refusal) = check_guest(would_wait) {
            return Err(Failure::broken(vec![refusal]));
        }
        admit_guest(state, visitor, &mailbox).await?;
    }
    let order =
        placed.order(number, &state.config, &priced, (shipping, payment.as_ref()), &amounts, draft.cart_version)?;
    let waits = demand.as_ref().map(|demand| OrderApprovalView {
        decision: Decision::Waiting,
        unit: demand.unit.name.clone(),
        note: String::new(),
    });
    let decided = if demand.is_some() { Decision::Waiting } else { Decision::Approved };
    let unit = units.chosen(&priced.row.buys_for).map(|(unit, _)| unit);
    let mut order = OrderRow {
        summary: summary_of(visitor.site, &amounts, exempt.as_deref())?,
        unit_key: unit.map(|unit| unit.key.clone()).unwrap_or_default(),
        unit_name: unit.map(|unit| unit.name.clone()).unwrap_or_default(),
        certificates: encode(&placing::lines(&certificates, amounts.total()))?,
        letter_held: reader.letter_held,
        letter_off: demand.is_none() && reader.letter_off,
        lifecycle: decided.lifecycle().into(),
        ..order
    };
    if demand.is_none() {
        let off = order.letter_off;
        orders::confirm(state, &tx, &mut order, off).await?;
    }
    order.queue = order_queue(order.state()).into();
    let held = reserve::hold(state, &tx, &priced, counted).await?;
    let lines = order_lines(&placed.id, &priced, &held)?;
    let answer = StoredResponse::created(&orders::placed_view(order.clone(), waits, lines.clone())?)?;
    if !orders::store::insert_order(&tx, order.clone()).await? {
        return Ok(None);
    }
    reserve::write(state, &tx, held, (&order, account.as_ref()), lines).await?;
    orders::purchase_order::settle_purchase_order(state, &tx, &order, &priced.payments).await?;
    tell(state, &tx, &order, (account.as_ref(), visitor.shop_as())).await?;
    if let Some(demand) = &demand {
        approvals::ask(state, &tx, &order, &demand.unit).await?;
    }
    if !keyed.insert(&tx, known, now, &answer).await? {
        return Err(idempotency::in_progress());
    }
    shop_as::note_order(state, &tx, visitor.shop_as(), (&order.id, &order.number)).await?;
    tx.commit().await?;
    state.bell.ring();
    Ok(Some(answer))
}

/// Stops where the cart is not what its buyer reviewed.
fn as_reviewed(
    draft: &PlaceOrderDraft,
    priced: &PricedCart<'_>,
    saved: &Saved,
    amounts: &SummaryDraft,
) -> Result<(), Failure> {
    let total_holds = check_total(draft.total_cents, amounts.due()).is_none();
    let changed = check_reviewed(&draft.reviewed, &super::reviewed(priced, saved), total_holds);
    let Some(first) = changed.first() else { return Ok(()) };
    let title = first.message.clone();
    Err(Failure { errors: changed, ..Failure::conflict("review_changed", title, draft.cart_version) })
}

/// Stops where something keeps a cart from being ordered, or where it comes to another total than its buyer reviewed.
fn as_payable(
    config: &Config,
    draft: &PlaceOrderDraft,
    (priced, saved): (&PricedCart<'_>, &Saved),
    (certificates, amounts): (&[placing::Held], &SummaryDraft),
    now: i64,
) -> Result<(), Failure> {
    let errors = super::refusals(config, priced, saved, (certificates, amounts), now);
    if !errors.is_empty() {
        return Err(Failure::broken(errors));
    }
    let Some(changed) = check_total(draft.total_cents, amounts.due()) else { return Ok(()) };
    let title = changed.message.clone();
    Err(Failure { errors: vec![changed], ..Failure::conflict("total_changed", title, draft.cart_version) })
}

/// Counts an order without an account against its address, its e-mail and its site: orders reach the ERP and somebody's
/// mailbox, and nobody answers for them.
async fn admit_guest(env: &Env, visitor: &Visitor, mailbox: &str) -> Result<(), Failure> {
    let (limits, now) = (env.settings().limits, env.clock.millis());
    env.admit(Rated::GuestOrder, visitor.address).await?;
    let most = (limits.guest_email, limits.guest_site);
    let what = (visitor.site, "guest order");
    let counted = env.quota.admit_of(&env.db, what, Sender::Everywhere(mailbox), most, now).await;
    counted.map_err(|refused| Failure {
        code: "too_many_orders",
        title: "Many orders were placed without signing in. Please sign in to place this one, or try again in an hour."
            .to_owned(),
        ..refused
    })
}

/// What is known of the mailbox that an order names.
struct Reader {
    /// A customer of the site reads it.
    known: bool,
    /// It got all the letters of this hour already (R75).
    letter_held: bool,
    /// The brand does not send the letter.
    letter_off: bool,
}

/// Asks what is known of a mailbox; whoever asks waited for it before.
async fn reader(env: &Env, tx: &WriteTx, site: Site, mailbox: &str) -> Result<Reader, Failure> {
    let found = store::find_reader(tx, (site, mailbox), mail::counted(env, mailbox)).await?;
    let found = found.ok_or_else(|| Failure::internal(anyhow::anyhow!("no answer about a mailbox")))?;
    let letters = u64::try_from(found.letters).map_err(Failure::internal)?;
    Ok(Reader {
        known: found.known,
        letter_held: !found.confirmed && mail::fills(env, letters),
        letter_off: found.switched_off && LetterKind::OrderPlaced.stays().is_none(),
    })
}

/// The cart is not open: it became an order already, or it never was this visitor's.
async fn no_such_cart(env: &Env, visitor: VisitorId, cart_id: &str) -> Result<Failure, Failure> {
    if orders::store::find_order_of_cart(env.db.read(), visitor, cart_id).await?.is_none() {
        return Ok(Failure::not_found());
    }
    let tx = env.db.write_durable().await?;
    let order = orders::store::find_order_of_cart(&*tx, visitor, cart_id).await?;
    tx.commit_seen().await?;
    let Some(order) = order else { return Ok(Failure::not_found()) };
    let title = format!("This cart was ordered already: order {}.", order.number);
    Ok(Failure { order_id: Some(order.id.into()), ..Failure::new(FailureKind::Conflict, "already_placed", title) })
}
