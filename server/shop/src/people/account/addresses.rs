//! The address book: a customer's own addresses, everyone else's do not exist (account §6, R02, R06).

use fieldhouse_core::{
    account::{AddressBookView, AddressView, address_type_label, is_address_editable},
    addresses::{AddressFormDraft, address::parse_address},
};
use fieldhouse_kernel::{
    db::WriteTx,
    failure::{Failure, FailureKind},
    pauses::PausePoint,
};

use super::{
    registration::SHIP_TO,
    store::{self, AddressRow, CustomerRow},
};
use crate::{
    env::Env,
    owner::CustomerId,
    people::business_units::{self, Belonging, UnitPart, store::UnitAddressRow},
    session::signed_in::SignedIn,
    state::AppState,
};

/// Addresses a customer may have.
pub const MOST: usize = 1000;
/// Removed addresses of a customer that can be put back: the last ones.
const KEPT: u64 = 20;
/// How long a removed address can be put back.
pub const KEPT_DAYS: i64 = 1;

/// The whole book.
pub async fn show(env: &Env, customer: &CustomerRow) -> Result<AddressBookView, Failure> {
    let rows = store::list_addresses(env.db.read(), customer.customer_id()?).await?;
    book(env, customer, rows).await
}

/// Adds an address, or changes the one named; as the default when the form says so.
pub async fn save(
    state: &AppState,
    signed_in: &SignedIn,
    id: Option<&str>,
    draft: &AddressFormDraft,
) -> Result<AddressBookView, Failure> {
    let (tx, mut book) = open(state, signed_in).await?;
    let id = match id {
        Some(id) => {
            book.change(id, draft)?;
            id.to_owned()
        }
        None => book.add(state, draft)?,
    };
    if draft.set_as_default_ship_to_address {
        book.customer.default_shipping_address_id = Some(id);
    }
    book.close(state, tx).await
}

/// Removes an address.
pub async fn remove(state: &AppState, signed_in: &SignedIn, id: &str) -> Result<AddressBookView, Failure> {
    let (tx, mut book) = open(state, signed_in).await?;
    book.remove(id)?;
    book.close(state, tx).await
}

/// Puts an address back that was removed: the same one, where it was. One that is there again is left as it is.
pub async fn restore(state: &AppState, signed_in: &SignedIn, id: &str) -> Result<AddressBookView, Failure> {
    let (tx, mut book) = open(state, signed_in).await?;
    if book.find(id).is_none() {
        let since = state.clock.millis().saturating_sub(KEPT_DAYS.saturating_mul(86_400_000));
        let row = store::take_removed(&tx, &book.customer.id, id, since).await?.ok_or_else(Failure::not_found)?;
        book.put_back(row)?;
    }
    book.close(state, tx).await
}

/// Makes an address the default ship-to address.
pub async fn make_default(state: &AppState, signed_in: &SignedIn, id: &str) -> Result<AddressBookView, Failure> {
    let (tx, mut book) = open(state, signed_in).await?;
    book.make_default(id)?;
    book.close(state, tx).await
}

async fn open(env: &Env, signed_in: &SignedIn) -> Result<(WriteTx, Book), Failure> {
    env.pauses.reach(PausePoint::DefaultAddress).await;
    let tx = env.db.write_durable().await?;
    let book = Book::load_for_update(env, &tx, signed_in.customer).await?.ok_or_else(Failure::sign_in_first)?;
    Ok((tx, book))
}

/// A customer with the address book, which nobody else changes meanwhile.
pub struct Book {
    /// The customer, at the version after this change.
    pub customer: CustomerRow,
    rows: Vec<AddressRow>,
    of_units: Vec<UnitAddressRow>,
    written: Vec<String>,
    gone: Vec<AddressRow>,
    before: CustomerRow,
}

impl Book {
    /// Raises the customer's version and holds the book; nothing when there is no such customer.
    pub async fn load_for_update(env: &Env, tx: &WriteTx, id: CustomerId) -> Result<Option<Self>, Failure> {
        let Some(customer) = store::step_customer(tx, id, env.clock.millis()).await? else { return Ok(None) };
        let rows = store::list_addresses(&**tx, id).await?;
        let of_units = Belonging::of(&**tx, &customer.id).await?.addresses(&**tx).await?;
        let before = customer.clone();
        Ok(Some(Self { customer, rows, of_units, written: Vec::new(), gone: Vec::new(), before }))
    }

    /// Adds an address; its id.
    pub fn add(&mut self, env: &Env, draft: &AddressFormDraft) -> Result<String, Failure> {
        let address = encode(draft)?;
        self.has_room()?;
        let id = env.ids.random().to_string();
        self.written.push(id.clone());
        // The first address is the default one until another is chosen.
        self.customer.default_shipping_address_id.get_or_insert_with(|| id.clone());
        self.rows.push(AddressRow {
            id: id.clone(),
            customer_id: self.customer.id.clone(),
            position: self.rows.last().map_or(0, |row| row.position).saturating_add(1),
            address_type: SHIP_TO.to_owned(),
            address,
            key: None,
        });
        Ok(id)
    }

    /// Changes an address that may be changed.
    pub fn change(&mut self, id: &str, draft: &AddressFormDraft) -> Result<(), Failure> {
        let address = encode(draft)?;
        if self.find(id).is_some_and(|row| row.address == address) {
            return Ok(());
        }
        let place = self.editable(id)?;
        if let Some(row) = self.rows.get_mut(place) {
            row.address = address;
            self.written.push(row.id.clone());
            self.customer.default_shipping_address_id.get_or_insert_with(|| row.id.clone());
        }
        Ok(())
    }

    /// Removes an address that may be removed.
    pub fn remove(&mut self, id: &str) -> Result<(), Failure> {
        let place = self.editable(id)?;
        self.gone.push(self.rows.remove(place));
        Ok(())
    }

    /// Puts a removed address where it was.
    fn put_back(&mut self, row: AddressRow) -> Result<(), Failure> {
        self.has_room()?;
        if row.key.as_deref().is_some_and(|key| self.find_key(key).is_some()) {
            let title = "Another address took this one's place in the meantime.";
            return Err(Failure::new(FailureKind::Conflict, "address_key_taken", title));
        }
        // The first address is the default one until another is chosen.
        self.customer.default_shipping_address_id.get_or_insert_with(|| row.id.clone());
        self.written.push(row.id.clone());
        self.rows.push(row);
        self.rows.sort_by(|one, other| (one.position, &one.id).cmp(&(other.position, &other.id)));
        Ok(())
    }

    fn has_room(&self) -> Result<(), Failure> {
        if self.rows.len() < MOST {
            return Ok(());
        }
        let title = "The address book is full. Please remove an address first.";
        Err(Failure::new(FailureKind::Conflict, "address_book_full", title))
    }

    /// Makes an address the default ship-to address.
    pub fn make_default(&mut self, id: &str) -> Result<(), Failure> {
        self.editable(id)?;
        self.customer.default_shipping_address_id = Some(id.to_owned());
        Ok(())
    }

    /// An address of the book.
    pub fn find(&self, id: &str) -> Option<&AddressRow> {
        self.rows.iter().find(|row| row.id == id)
    }

    /// Whether there is such an address: of the customer's own, or of a business unit.
    pub fn holds(&self, id: &str) -> bool {
        self.find(id).is_some() || self.of_units.iter().any(|row| row.id == id)
    }

    /// The address of the book that other systems know by a key.
    pub fn find_key(&self, key: &str) -> Option<&AddressRow> {
        self.rows.iter().find(|row| row.key.as_deref() == Some(key))
    }

    /// Gives an address of the book a key; false when another one has it.
    pub fn give_key(&mut self, id: &str, key: String) -> bool {
        if let Some(known) = self.find_key(&key) {
            return known.id == id;
        }
        if let Some(row) = self.rows.iter_mut().find(|row| row.id == id) {
            row.key = Some(key);
            self.written.push(row.id.clone());
        }
        true
    }

    /// True when nothing would be written but the version.
    pub fn is_unchanged(&self) -> bool {
        self.written.is_empty() && self.gone.is_empty() && self.customer == self.before
    }

    /// Writes what was changed; the customer and the addresses as they are now.
    pub async fn write(self, tx: &WriteTx) -> Result<(CustomerRow, Vec<AddressRow>), Failure> {
        store::update_customer(tx, &self.customer).await?;
        let now = self.customer.changed_at;
        if !self.gone.is_empty() {
            for row in self.gone {
                store::remove_address(tx, row, now).await?;
            }
            store::delete_removed_but(tx, &self.customer.id, KEPT).await?;
        }
        for row in self.rows.iter().filter(|row| self.written.contains(&row.id)) {
            store::write_address(tx, row.clone()).await?;
        }
        Ok((self.customer, self.rows))
    }

    async fn close(self, env: &Env, tx: WriteTx) -> Result<AddressBookView, Failure> {
        let (customer, rows) = self.write(&tx).await?;
        tx.commit().await?;
        book(env, &customer, rows).await
    }

    fn editable(&self, id: &str) -> Result<usize, Failure> {
        if self.of_units.iter().any(|row| row.id == id) {
            let title = "This address belongs to your organization and cannot be changed here.";
            return Err(Failure::new(FailureKind::Conflict, "address_read_only", title));
        }
        let found = self.rows.iter().enumerate().find(|(_, row)| row.id == id);
        let (place, row) = found.ok_or_else(Failure::not_found)?;
        if is_address_editable(is_default(&self.customer, row), false) {
            return Ok(place);
        }
        let title = "The default address cannot be changed. Please make another one the default first.";
        Err(Failure::new(FailureKind::Conflict, "address_read_only", title))
    }
}

fn encode(draft: &AddressFormDraft) -> Result<String, Failure> {
    let mut address = parse_address(draft).map_err(Failure::broken)?.into_draft();
    address.set_as_default_ship_to_address = false;
    serde_json::to_string(&address).map_err(Failure::internal)
}

fn is_default(customer: &CustomerRow, row: &AddressRow) -> bool {
    customer.default_shipping_address_id.as_deref() == Some(row.id.as_str())
}

async fn book(env: &Env, customer: &CustomerRow, rows: Vec<AddressRow>) -> Result<AddressBookView, Failure> {
    let mut addresses = rows
        .into_iter()
        .map(|row| {
            let is_default = is_default(customer, &row);
            Ok(AddressView {
                address: serde_json::from_str(&row.address).map_err(Failure::internal)?,
                label: address_type_label(&row.address_type).to_owned(),
                is_default,
                editable: is_address_editable(is_default, false),
                id: row.id,
                address_type: row.address_type,
                business_unit_id: None,
                named_by: Vec::new(),
                key: row.key.unwrap_or_default(),
            })
        })
        .collect::<Result<Vec<_>, Failure>>()?;
    addresses.sort_by_key(|address| !address.is_default);
    let UnitPart { defaults, ship_to } =
        business_units::part_of_book(env.db.read(), *customer.site, &customer.id).await?;
    addresses.extend(ship_to);
    Ok(AddressBookView { defaults, addresses })
}
