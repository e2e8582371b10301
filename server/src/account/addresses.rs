//! The address book: a customer's own addresses, everyone else's do not exist (account §6, R02, R06).

use axum::http::StatusCode;
use fieldhouse_core::{
    account::{AddressBookView, AddressView, address_type_label, is_address_editable},
    addresses::{AddressFormDraft, address::parse_address},
};

use super::{
    registration::SHIP_TO,
    store::{self, AddressRow, CustomerRow},
};
use crate::{db::WriteTx, http::problem::Problem, session::Visitor, state::AppState};

/// Addresses a customer may have.
const MOST: usize = 1000;

/// The whole book.
pub async fn list(state: &AppState, visitor: &Visitor) -> Result<AddressBookView, Problem> {
    let customer = super::signed_in(state, visitor).await?;
    let rows = store::list_addresses(state.db.read(), customer.customer_id()?).await?;
    book(&customer, rows)
}

/// Adds an address, or changes the one named; as the default when the form says so.
pub async fn save(
    state: &AppState,
    visitor: &Visitor,
    id: Option<&str>,
    draft: &AddressFormDraft,
) -> Result<AddressBookView, Problem> {
    let Held { tx, mut customer, mut rows } = hold(state, visitor).await?;
    let as_default = draft.set_as_default_ship_to_address;
    let mut address = parse_address(draft).map_err(Problem::broken)?.into_draft();
    address.set_as_default_ship_to_address = false;
    let address = serde_json::to_string(&address).map_err(Problem::internal)?;
    let row = if let Some(id) = id {
        let row = editable(&customer, &mut rows, id)?;
        row.address = address;
        row.clone()
    } else {
        if rows.len() >= MOST {
            let title = "The address book is full. Please remove an address first.";
            return Err(Problem::new(StatusCode::CONFLICT, "address_book_full", title));
        }
        let row = AddressRow {
            id: state.ids.random().to_string(),
            customer_id: customer.id.clone(),
            position: rows.last().map_or(0, |row| row.position).saturating_add(1),
            address_type: SHIP_TO.to_owned(),
            address,
        };
        rows.push(row.clone());
        row
    };
    if as_default || customer.default_shipping_address_id.is_none() {
        customer.default_shipping_address_id = Some(row.id.clone());
        store::update_customer(&tx, &customer).await?;
    }
    store::write_address(&tx, row).await?;
    tx.commit().await?;
    book(&customer, rows)
}

/// Removes an address.
pub async fn remove(state: &AppState, visitor: &Visitor, id: &str) -> Result<AddressBookView, Problem> {
    let Held { tx, customer, mut rows } = hold(state, visitor).await?;
    editable(&customer, &mut rows, id)?;
    store::delete_address(&tx, id).await?;
    tx.commit().await?;
    rows.retain(|row| row.id != id);
    book(&customer, rows)
}

/// Makes an address the default ship-to address.
pub async fn make_default(state: &AppState, visitor: &Visitor, id: &str) -> Result<AddressBookView, Problem> {
    let Held { tx, mut customer, mut rows } = hold(state, visitor).await?;
    editable(&customer, &mut rows, id)?;
    customer.default_shipping_address_id = Some(id.to_owned());
    store::update_customer(&tx, &customer).await?;
    tx.commit().await?;
    book(&customer, rows)
}

/// A customer whose book nobody else changes meanwhile.
struct Held {
    tx: WriteTx,
    customer: CustomerRow,
    rows: Vec<AddressRow>,
}

async fn hold(state: &AppState, visitor: &Visitor) -> Result<Held, Problem> {
    let id = visitor.signed_in().await?;
    let tx = state.db.write_durable().await?;
    let customer = store::step_customer(&tx, id, state.clock.millis()).await?.ok_or_else(Problem::sign_in_first)?;
    let rows = store::list_addresses(&*tx, id).await?;
    Ok(Held { tx, customer, rows })
}

fn editable<'a>(customer: &CustomerRow, rows: &'a mut [AddressRow], id: &str) -> Result<&'a mut AddressRow, Problem> {
    let row = rows.iter_mut().find(|row| row.id == id).ok_or_else(Problem::not_found)?;
    if is_address_editable(is_default(customer, row), false) {
        return Ok(row);
    }
    let title = "The default address cannot be changed. Please make another one the default first.";
    Err(Problem::new(StatusCode::CONFLICT, "address_read_only", title))
}

fn is_default(customer: &CustomerRow, row: &AddressRow) -> bool {
    customer.default_shipping_address_id.as_deref() == Some(row.id.as_str())
}

fn book(customer: &CustomerRow, rows: Vec<AddressRow>) -> Result<AddressBookView, Problem> {
    let mut addresses = rows
        .into_iter()
        .map(|row| {
            let is_default = is_default(customer, &row);
            Ok(AddressView {
                address: serde_json::from_str(&row.address).map_err(Problem::internal)?,
                label: address_type_label(&row.address_type).to_owned(),
                is_default,
                editable: is_address_editable(is_default, false),
                id: row.id,
                address_type: row.address_type,
            })
        })
        .collect::<Result<Vec<_>, Problem>>()?;
    addresses.sort_by_key(|address| !address.is_default);
    Ok(AddressBookView { addresses })
}
