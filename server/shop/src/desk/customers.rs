//! Customers at the desk: found by any fragment of name, e-mail or business unit, and one of them with what they ordered and who
//! shopped for them. Not here: shopping as one (`staff::shop_as`).

use fieldhouse_core::{brand::Site, orders::views::OrderRowView, people::MemberRole, staff::Permission};
use fieldhouse_kernel::{
    db::{
        fragments::fragments,
        keyset::{cut, merge, read_place},
    },
    failure::Failure,
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    list::{row_view, tell_totals},
    wanted_sites,
};
use crate::{
    buying::orders::store::list_orders,
    env::{Env, time},
    owner::{CustomerId, VisitorId},
    people::{
        account::store::{self, CustomerRow},
        business_units::store::{list_memberships, list_units_of},
    },
    staff::{
        StaffMember,
        shop_as::{
            self,
            activity::{self, ActivityView},
            name_of,
        },
    },
};

/// Customers of a page.
const PAGE: usize = 50;
/// Orders shown of one.
const ORDERS: u64 = 10;

/// What the list is asked for, as the address has it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct CustomersAsk {
    /// Site key.
    pub site: String,
    /// Fragments of name, e-mail or business unit, all of which count.
    pub q: String,
    /// Where the page begins, as the page before said.
    pub after: String,
}

/// A customer in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskCustomerRowView {
    /// Id.
    pub id: String,
    /// Site key.
    pub site: String,
    /// Name; the e-mail of who gave none.
    pub name: String,
    /// E-mail.
    pub email: String,
    /// Since when, RFC 3339.
    pub created_at: String,
}

/// A page of customers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct DeskCustomersView {
    /// The newest first.
    pub customers: Vec<DeskCustomerRowView>,
    /// Where the next page begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A business unit a customer belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct DeskCustomerUnitView {
    /// Key.
    pub key: String,
    /// Name.
    pub name: String,
    /// What they are there.
    pub role: MemberRole,
}

/// A customer with everything the desk shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskCustomerView {
    /// As in a list.
    pub customer: DeskCustomerRowView,
    /// The e-mail was shown to be theirs.
    pub confirmed: bool,
    /// Where they belong, in their order.
    pub units: Vec<DeskCustomerUnitView>,
    /// Addresses in their book.
    pub addresses: u64,
    /// The last ones, where orders may be seen.
    pub orders: Vec<OrderRowView>,
    /// How many there are.
    pub order_count: u64,
    /// Who shopped as this customer, the last first.
    pub activities: Vec<ActivityView>,
    /// Whoever looks may shop as this customer.
    pub may_shop_as: bool,
    /// Whoever looks does, or has an address open.
    pub shopping: bool,
}

/// A page of customers, the newest first.
pub async fn list(env: &Env, member: &StaffMember, ask: &CustomersAsk) -> Result<DeskCustomersView, Failure> {
    let wanted = wanted_sites(member, Permission::CustomersView, &ask.site)?;
    let after = read_place(&ask.after)?;
    let limit = u64::try_from(PAGE.saturating_add(1)).map_err(Failure::internal)?;
    let mut rows = Vec::new();
    if ask.q.trim().is_empty() {
        for site in wanted {
            rows.extend(store::list_customers(env.db.late(), site, after.as_ref(), limit).await?);
        }
        merge(&mut rows, |row| (row.created_at, &row.id));
    } else {
        let fragments = fragments(&ask.q)
            .ok_or_else(|| Failure::malformed("Please type at least 3 letters or digits that stand together."))?;
        let before = match &after {
            Some((_, id)) => {
                let seq = store::find_searched(env.db.read(), id).await?;
                Some(seq.ok_or_else(|| Failure::malformed("There is no such page."))?)
            }
            None => None,
        };
        rows = store::find_customers(env.db.late(), &wanted, &fragments, (before, limit)).await?;
    }
    let next = cut(&mut rows, PAGE, |row| (row.created_at, &row.id));
    Ok(DeskCustomersView { customers: rows.iter().map(customer_view).collect::<Result<_, _>>()?, next })
}

fn customer_view(row: &CustomerRow) -> Result<DeskCustomerRowView, Failure> {
    Ok(DeskCustomerRowView {
        id: row.id.clone(),
        site: row.site.key().to_owned(),
        name: name_of(row),
        email: row.email.clone(),
        created_at: time(row.created_at)?,
    })
}

/// A customer, for somebody who may see them; one of a brand they know nothing of is not there.
pub async fn show(env: &Env, member: &StaffMember, id: &str) -> Result<DeskCustomerView, Failure> {
    let db = env.db.read();
    let customer = Uuid::parse_str(id).map(CustomerId).map_err(|_| Failure::not_found())?;
    let row = store::find_customer(db, customer).await?.ok_or_else(Failure::not_found)?;
    let site: Site = *row.site;
    member.require(Permission::CustomersView, site)?;
    let (mut orders, mut order_count) = (Vec::new(), 0);
    if member.grants.may(Permission::OrdersView, site) {
        let (rows, total) = list_orders(db, VisitorId(customer.0), site.key(), (0, ORDERS)).await?;
        orders = rows.iter().map(|order| row_view(member, order)).collect::<Result<Vec<_>, _>>()?;
        tell_totals(db, &rows, &mut orders).await?;
        order_count = total;
    }
    let members = list_memberships(db, &[&row.id]).await?;
    let units = list_units_of(db, &row.id).await?.into_iter().filter_map(|unit| {
        let role = members.iter().find(|member| member.unit_id == unit.id).map(|member| *member.role)?;
        Some(DeskCustomerUnitView { key: unit.key, name: unit.name, role })
    });
    Ok(DeskCustomerView {
        units: units.collect(),
        addresses: store::count_addresses_of(db, &row.id).await?,
        activities: activity::list(db, site, &row.id).await?.activities,
        may_shop_as: member.grants.may(Permission::ShopAs, site),
        shopping: shop_as::is_open(env, &member.id, &row.id).await?,
        confirmed: row.confirmed_at.is_some(),
        customer: customer_view(&row)?,
        orders,
        order_count,
    })
}
