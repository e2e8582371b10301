//! Gift certificates on a cart: looked up, put on it as payments, taken away. What an answer means is decided in `core`;
//! an amount always comes from the look-up, never from a request (R12).

use fieldhouse_core::{
    brand::Site,
    cart::CartView,
    certificates::{
        AddCertificateDraft, CertificateDraft, CertificateError, CertificatePlace, CertificateQuestion,
        certificate_amount, check_certificate_adding, check_certificate_entry,
    },
    money::Cents,
    payments::{CERTIFICATE, SAP},
    rule::{Broken, FieldError},
};
use fieldhouse_kernel::{db::WriteTx, failure::Failure, pauses::PausePoint};

use crate::{
    buying::{
        cart::{
            self,
            fields::{CustomField, REMOVE, set_custom_field},
            store::{self as carts, CartRow},
        },
        certificates::source::question,
        payments::{self, NewPayment, PaymentRow},
    },
    env::Env,
    limits::rate::Rated,
    owner::VisitorId,
    session::Visitor,
    state::AppState,
};

/// A certificate worth adding: what the look-up says of it.
#[derive(Debug, Clone)]
pub struct FoundCertificate {
    /// Number, in capitals.
    pub number: String,
    /// Redemption value in cents.
    pub amount: Cents,
    /// Flyer code that comes with it, or empty.
    pub flyer: String,
}

/// Counts a look-up before it is made; 429 when an address asked too often (R62).
pub async fn admit(env: &Env, visitor: &Visitor) -> Result<(), Failure> {
    env.admit(Rated::CertificateLookUp, visitor.address).await
}

/// What a number is, for somebody who typed it; 429 after too many that are none (R73).
pub async fn look_up_typed(
    state: &AppState,
    visitor: &Visitor,
    question: &CertificateQuestion,
) -> Result<CertificateDraft, Failure> {
    let number = question.certificate_number.trim().to_ascii_uppercase();
    let guess = state.guess(visitor.asker().await?, &number).await?;
    let answer = state.certificates.look_up(state, visitor.site, question).await?;
    if answer.certificate_number.is_empty() {
        guess.wrong();
    }
    Ok(answer)
}

/// Looks a certificate up that somebody wants to pay with; what keeps it from being added refuses it.
pub async fn find_usable(
    state: &AppState,
    visitor: &Visitor,
    number: &str,
    held: &[String],
    place: CertificatePlace,
) -> Result<FoundCertificate, Failure> {
    let site = visitor.site;
    let refused = |error: FieldError| Failure::broken(vec![error]);
    // What cannot be a certificate, and what is there already, is told without a look-up (cart §4).
    if let Some(error) = check_certificate_entry(number, held, place) {
        return Err(refused(error));
    }
    let number = number.trim().to_ascii_uppercase();
    let answer = look_up_typed(state, visitor, &question(site, &number)).await?;
    let answer = CertificateDraft { certificate_number: number.clone(), ..answer };
    if let Some(error) = check_certificate_adding(&answer, held, place) {
        return Err(refused(error));
    }
    let amount = certificate_amount(&answer.redemption_value).ok_or_else(not_added)?;
    Ok(FoundCertificate { number, amount, flyer: answer.flyer })
}

fn not_added() -> Failure {
    Failure::broken(vec![CertificateError::NotAdded.at("certificateNumber")])
}

/// Adds a certificate to the visitor's cart, in the six steps of cart §4.
pub async fn add(state: &AppState, visitor: &Visitor, draft: &AddCertificateDraft) -> Result<CartView, Failure> {
    let held = held_by(state, visitor).await?;
    let found = find_usable(state, visitor, &draft.certificate_number, &held, draft.place).await?;
    let catalog = state.catalog.load_full();
    state.pauses.reach(PausePoint::Redeem).await;
    let tx = state.db.write_for(visitor.known().await?.map(|known| known.to_string())).await?;
    let owner = visitor.remember(&tx).await?;
    let mut cart = cart::step_or_begin(state, &tx, &catalog, visitor, owner).await?;
    // Another request may have added it since it was looked up.
    let held = numbers(&payments::store::list_on_cart(&*tx, &cart.id).await?);
    if let Some(error) = check_certificate_entry(&found.number, &held, draft.place) {
        return Err(Failure::broken(vec![error]));
    }
    if u64::try_from(held.len()).is_ok_and(|count| count >= payments::LIST_LIMIT) {
        return Err(not_added());
    }
    let payment = plan(state, &tx, owner, visitor.site, &found).await?;
    super::payments::add_to_cart(&tx, &mut cart, &payment).await?;
    hand_flyer_over(&tx, &mut cart, &found.flyer).await?;
    tx.commit().await?;
    cart::find_cart(state, visitor).await?.ok_or_else(not_added)
}

/// Plans the payment of a certificate that was looked up: method CERTIFICATE, interface SAP (cart §3).
pub async fn plan(
    env: &Env,
    tx: &WriteTx,
    owner: VisitorId,
    site: Site,
    found: &FoundCertificate,
) -> Result<PaymentRow, Failure> {
    let planned = NewPayment {
        method: CERTIFICATE.to_owned(),
        interface: SAP.to_owned(),
        amount: found.amount,
        certificate_number: found.number.clone(),
        fields: "{}".to_owned(),
    };
    payments::create(env, tx, owner, site, planned).await
}

/// The flyer of a certificate becomes the cart's, and locks it; an ordinary one makes way (cart §4).
pub async fn hand_flyer_over(tx: &WriteTx, cart: &mut CartRow, flyer: &str) -> Result<(), Failure> {
    if flyer.is_empty() {
        return Ok(());
    }
    flyer.clone_into(&mut cart.cert_flyer_code);
    cart.friendly_flyer_code.clear();
    set_custom_field(tx, cart, CustomField::FlyerCode, Some(flyer)).await
}

/// Removes a certificate from the visitor's cart; with the last one goes the flyer (cart §4).
pub async fn remove(state: &AppState, visitor: &Visitor, payment_id: &str) -> Result<CartView, Failure> {
    let known = visitor.known().await?.ok_or_else(Failure::not_found)?;
    let tx = state.db.write_for([known.to_string()]).await?;
    let cart = carts::bump_version(&tx, known, state.clock.millis()).await?;
    let mut cart = cart.ok_or_else(Failure::not_found)?;
    let there = payments::store::list_on_cart(&*tx, &cart.id).await?;
    let payment = there.iter().find(|payment| payment.id == payment_id && payments::is_certificate(payment));
    let payment = payment.ok_or_else(Failure::not_found)?;
    super::payments::remove_from_cart(&tx, &mut cart, &payment.id).await?;
    payments::store::delete_payment(&tx, &payment.id, payment.version).await?;
    if numbers(&there).len() == 1 {
        release_flyer(&tx, &mut cart).await?;
    }
    tx.commit().await?;
    cart::find_cart(state, visitor).await?.ok_or_else(Failure::not_found)
}

/// The last certificate is gone: `flyer_code` is set to 'remove' (cart §4). A code that no certificate
/// brought stays.
pub async fn release_flyer(tx: &WriteTx, cart: &mut CartRow) -> Result<(), Failure> {
    if cart.cert_flyer_code.is_empty() {
        return Ok(());
    }
    cart.cert_flyer_code.clear();
    set_custom_field(tx, cart, CustomField::FlyerCode, Some(REMOVE)).await
}

/// Numbers of the certificates on the visitor's cart.
pub async fn held_by(env: &Env, visitor: &Visitor) -> Result<Vec<String>, Failure> {
    let db = env.db.read();
    let Some(known) = visitor.known().await? else { return Ok(Vec::new()) };
    let Some(cart) = carts::find_open(db, known).await? else { return Ok(Vec::new()) };
    Ok(numbers(&payments::store::list_on_cart(db, &cart.id).await?))
}

fn numbers(payments: &[PaymentRow]) -> Vec<String> {
    let certificates = payments.iter().filter(|payment| payments::is_certificate(payment));
    certificates.map(|payment| payment.certificate_number.clone()).collect()
}
