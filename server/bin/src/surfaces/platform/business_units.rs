//! Business units of the caller, with the parties they refer to (account §3, §7). Read-only.

use std::collections::HashMap;

use fieldhouse_core::business_units::PartyRole;
use fieldhouse_kernel::{failure::Failure, http::extract::QueryPairs};
use serde::Serialize;

use super::{
    customers::AddressView,
    filter::{Fields, Filter},
    values::{Custom, KeyReference, Page, PageAsk, expands, time, types},
};
use fieldhouse_shop::{
    people::{
        account::store::CustomerRow,
        business_units::{
            Belonging,
            store::{UnitAddressRow, UnitRow},
        },
    },
    state::AppState,
};

/// A business unit.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BusinessUnitView {
    id: String,
    version: i64,
    created_at: String,
    last_modified_at: String,
    key: String,
    name: String,
    status: &'static str,
    unit_type: &'static str,
    store_mode: &'static str,
    stores: Vec<KeyReference>,
    addresses: Vec<AddressView>,
    shipping_address_ids: Vec<String>,
    billing_address_ids: Vec<String>,
    associate_mode: &'static str,
    associates: Vec<Associate>,
    approval_rule_mode: &'static str,
    top_level_unit: KeyReference,
    /// Left out where the unit is put in place of a reference.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(no_recursion)]
    custom: Option<Custom<Parties>>,
}

/// Somebody who acts for the unit. Who else does is not told.
#[derive(Debug, Serialize, utoipa::ToSchema)]
enum Associate {}

/// Custom fields of a business unit.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct Parties {
    sold_to_party: Vec<PartyReference>,
    bill_to_party: Vec<PartyReference>,
    payer: Vec<PartyReference>,
    ship_to_party: Vec<PartyReference>,
}

/// Points at a unit; holds it when that was asked for.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct PartyReference {
    type_id: &'static str,
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(no_recursion)]
    obj: Option<Box<BusinessUnitView>>,
}

/// What lists of them can be asked for.
const FIELDS: Fields = &["id", "key", "name", "createdAt", "lastModifiedAt"];

/// The caller's units, in their order unless another is asked for.
pub async fn list(
    state: &AppState,
    customer: &CustomerRow,
    query: &QueryPairs,
) -> Result<Page<BusinessUnitView>, Failure> {
    let (ask, filter) = (PageAsk::read(query)?, Filter::read(query, FIELDS)?);
    let units = own(state, customer, query).await?;
    Ok(filter.page(ask, units, |unit, field| {
        let value = match field {
            "id" => &unit.id,
            "key" => &unit.key,
            "name" => &unit.name,
            "createdAt" => &unit.created_at,
            _ => &unit.last_modified_at,
        };
        Some(value.clone())
    }))
}

/// One of the caller's units, by its id or as `key=…`; anybody else's does not exist.
pub async fn load(
    state: &AppState,
    customer: &CustomerRow,
    named: &str,
    query: &QueryPairs,
) -> Result<BusinessUnitView, Failure> {
    let key = named.strip_prefix("key=");
    let units = own(state, customer, query).await?;
    let found = units.into_iter().find(|unit| key.map_or(unit.id == named, |key| unit.key == key));
    found.ok_or_else(Failure::not_found)
}

async fn own(state: &AppState, customer: &CustomerRow, query: &QueryPairs) -> Result<Vec<BusinessUnitView>, Failure> {
    let db = state.db.read();
    let belonging = Belonging::of(db, &customer.id).await?;
    let mut ids: Vec<String> = belonging.units.iter().map(|unit| unit.id.clone()).collect();
    ids.extend(belonging.party_ids().map(str::to_owned));
    let mut addresses: HashMap<String, Vec<UnitAddressRow>> = HashMap::new();
    for row in fieldhouse_shop::people::business_units::store::list_addresses(db, ids).await? {
        addresses.entry(row.unit_id.clone()).or_default().push(row);
    }
    let shelf = Shelf { belonging: &belonging, addresses };
    let units = belonging.units.iter().map(|unit| {
        let custom = Parties {
            sold_to_party: shelf.references(unit, PartyRole::SoldTo, "sold_to_party", query)?,
            bill_to_party: shelf.references(unit, PartyRole::BillTo, "bill_to_party", query)?,
            payer: shelf.references(unit, PartyRole::Payer, "payer", query)?,
            ship_to_party: shelf.references(unit, PartyRole::ShipTo, "ship_to_party", query)?,
        };
        shelf.view(unit, None, Some(Custom::new(types::BUSINESS_UNIT, custom)))
    });
    units.collect()
}

/// Everything a view is made of.
struct Shelf<'a> {
    belonging: &'a Belonging,
    addresses: HashMap<String, Vec<UnitAddressRow>>,
}

impl Shelf<'_> {
    fn references(
        &self,
        unit: &UnitRow,
        role: PartyRole,
        field: &str,
        query: &QueryPairs,
    ) -> Result<Vec<PartyReference>, Failure> {
        let expanded = expands(query, &["custom.fields.", field, "[*]"].concat());
        self.belonging
            .parties_of(&unit.id, role)
            .map(|party| {
                let obj = if expanded { Some(Box::new(self.view(party, Some(role), None)?)) } else { None };
                Ok(PartyReference { type_id: "business-unit", id: party.id.clone(), obj })
            })
            .collect()
    }

    fn view(
        &self,
        unit: &UnitRow,
        role: Option<PartyRole>,
        custom: Option<Custom<Parties>>,
    ) -> Result<BusinessUnitView, Failure> {
        let rows = self.addresses.get(&unit.id).map(Vec::as_slice).unwrap_or_default();
        let mut addresses = Vec::with_capacity(rows.len());
        for row in rows {
            let form = serde_json::from_str(&row.address).map_err(Failure::internal)?;
            // A unit's address is of a type only as a party of another unit.
            let names = (Some(row.id.clone()), row.key.clone());
            addresses.push(AddressView::new(names, form, role.map(PartyRole::key)));
        }
        Ok(BusinessUnitView {
            id: unit.id.clone(),
            version: unit.version,
            created_at: time(unit.created_at)?,
            last_modified_at: time(unit.changed_at)?,
            key: unit.key.clone(),
            name: unit.name.clone(),
            status: "Active",
            unit_type: "Company",
            store_mode: "Explicit",
            stores: vec![KeyReference::store(unit.site.key())],
            shipping_address_ids: rows.iter().map(|row| row.id.clone()).collect(),
            addresses,
            billing_address_ids: Vec::new(),
            associate_mode: "Explicit",
            associates: Vec::new(),
            approval_rule_mode: "Explicit",
            top_level_unit: KeyReference { type_id: "business-unit", key: unit.key.clone() },
            custom,
        })
    }
}
