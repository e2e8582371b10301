//! Rows of customers, their addresses and one-time tokens.

use fieldhouse_core::brand::Site;
use fieldhouse_kernel::db::{
    WriteTx,
    fragments::{pattern, phrases},
    keyset::{Place, page},
};
use sea_orm::{
    ActiveValue::Set,
    DbBackend, DbErr, FromQueryResult, IdenStatic, IntoActiveModel, Iterable, QueryOrder, QuerySelect, QueryTrait,
    entity::prelude::*,
    sea_query::{
        Condition, Expr, ExprTrait, LikeExpr, LockType, OnConflict, Order, Query, extension::postgres::PgExpr,
    },
};

use crate::{
    owner::CustomerId,
    people::business_units::store::{PlaceRow, with_places},
};

/// A row of `customer`.
pub mod customer_row {
    use fieldhouse_core::brand::Site;
    use sea_orm::entity::prelude::*;

    use crate::columns::Key;

    /// Columns.
    #[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "customer")]
    pub struct Model {
        /// Id; also of the visitor whose carts and orders are this customer's.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        /// Site key.
        pub site: Key<Site>,
        /// Lower-cased.
        pub email: String,
        /// PHC format; empty while there is only a legacy one.
        pub password_hash: String,
        /// `sha256$salt$hash`; empty for everyone who set a password here.
        pub legacy_hash: String,
        /// First name.
        pub first_name: String,
        /// Last name.
        pub last_name: String,
        /// Title.
        pub title: String,
        /// Kind of customer.
        pub classification: String,
        /// Wants the newsletter.
        pub newsletter: bool,
        /// Sees certificate reporting.
        pub show_cert_reporting: bool,
        /// Default ship-to address.
        pub default_shipping_address_id: Option<String>,
        /// The sold-to unit whose contract prices hold; empty when none.
        pub sold_to: String,
        /// Tax exemption: empty, `yes` or the last day.
        pub tax_exempt: String,
        /// Raised by every change.
        pub version: i64,
        /// Milliseconds since 1970.
        pub created_at: i64,
        /// Milliseconds since 1970.
        pub changed_at: i64,
        /// When the e-mail was shown to be this customer's: by a link in a letter, or by the operator's file.
        pub confirmed_at: Option<i64>,
    }

    impl std::fmt::Debug for Model {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(f, "customer {}", self.id)
        }
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A row of `customer_address`.
pub mod address_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "customer_address")]
    pub struct Model {
        /// Id.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        /// Whose it is.
        pub customer_id: String,
        /// Order of adding.
        pub position: i64,
        /// `ship-to` and others.
        pub address_type: String,
        /// The form's fields, JSON.
        pub address: String,
        /// The name a file knows it by.
        pub key: Option<String>,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A row of `removed_address`: an address that may be put back.
pub mod removed_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "removed_address")]
    pub struct Model {
        /// Id it had and will have.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        /// Whose it is.
        pub customer_id: String,
        /// Its place in the book.
        pub position: i64,
        /// `ship-to` and others.
        pub address_type: String,
        /// The form's fields, JSON.
        pub address: String,
        /// The name a file knows it by.
        pub key: Option<String>,
        /// Milliseconds since 1970.
        pub removed_at: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A row of `password_token`.
pub mod token_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "password_token")]
    pub struct Model {
        /// Base64 of the token's SHA-256.
        #[sea_orm(primary_key, auto_increment = false)]
        pub token_hash: String,
        /// Whose password it sets.
        pub customer_id: String,
        /// Site key.
        pub site: String,
        /// When it counts no longer.
        pub expires_at: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use address_row::Model as AddressRow;
pub use customer_row::Model as CustomerRow;
pub use token_row::Model as TokenRow;

/// The customer of an e-mail at a site.
pub async fn find_by_email(db: &impl ConnectionTrait, site: Site, email: &str) -> Result<Option<CustomerRow>, DbErr> {
    customer_row::Entity::find()
        .filter(customer_row::Column::Site.eq(site.key()))
        .filter(customer_row::Column::Email.eq(email))
        .one(db)
        .await
}

/// A customer.
pub async fn find_customer(db: &impl ConnectionTrait, id: CustomerId) -> Result<Option<CustomerRow>, DbErr> {
    customer_row::Entity::find_by_id(id.to_string()).one(db).await
}

/// A customer whom nobody changes until the transaction ends.
pub async fn hold_customer(tx: &WriteTx, id: CustomerId) -> Result<Option<CustomerRow>, DbErr> {
    customer_row::Entity::find_by_id(id.to_string()).lock_shared().one(&**tx).await
}

/// A customer with their places in units; held, nobody changes the customer until the transaction ends.
pub async fn find_with_places(
    db: &impl ConnectionTrait,
    id: CustomerId,
    held: bool,
) -> Result<Option<(CustomerRow, Vec<PlaceRow>)>, DbErr> {
    let mut query = Query::select();
    for column in customer_row::Column::iter() {
        query.expr_as(Expr::col(column.as_column_ref()), ["customer_", column.as_str()].concat());
    }
    query.from(customer_row::Entity);
    with_places(&mut query, Expr::col((customer_row::Entity, customer_row::Column::Id)));
    query.and_where(Expr::col((customer_row::Entity, customer_row::Column::Id)).eq(id.to_string()));
    if held && db.get_database_backend() == DbBackend::Postgres {
        query.lock_with_tables(LockType::Share, [customer_row::Entity]);
    }
    let found = db.query_all(&query).await?;
    let Some(first) = found.first() else { return Ok(None) };
    let customer = CustomerRow::from_query_result(first, "customer_")?;
    let places = found.iter().map(|row| PlaceRow::from_query_result(row, "")).collect::<Result<_, _>>()?;
    Ok(Some((customer, places)))
}

/// The customers of some e-mails at a site, in no order.
pub async fn list_by_emails(
    db: &impl ConnectionTrait,
    site: Site,
    emails: impl Iterator<Item = &str>,
) -> Result<Vec<CustomerRow>, DbErr> {
    customer_row::Entity::find()
        .filter(customer_row::Column::Site.eq(site.key()))
        .filter(customer_row::Column::Email.is_in(emails))
        .all(db)
        .await
}

/// The customers of a site whose e-mails reach a mailbox: with notes after a plus, or without.
pub async fn list_by_mailbox(db: &impl ConnectionTrait, site: Site, mailbox: &str) -> Result<Vec<CustomerRow>, DbErr> {
    customer_row::Entity::find().filter(reaches(site, mailbox)).all(db).await
}

/// Whether there is one of them.
pub fn has_reader(site: Site, mailbox: &str) -> Expr {
    let any =
        Query::select().expr(Expr::val(1)).from(customer_row::Entity).cond_where(reaches(site, mailbox)).to_owned();
    Expr::exists(any)
}

fn reaches(site: Site, mailbox: &str) -> Condition {
    let mut reaches = Condition::any().add(customer_row::Column::Email.eq(mailbox));
    if let Some((local, domain)) = mailbox.rsplit_once('@') {
        let noted: String = [local, "+"].concat().chars().flat_map(escaped).collect();
        let domain: String = domain.chars().flat_map(escaped).collect();
        let pattern = LikeExpr::new([&noted, "%@", &domain].concat()).escape('\\');
        reaches = reaches.add(customer_row::Column::Email.like(pattern));
    }
    Condition::all().add(customer_row::Column::Site.eq(site.key())).add(reaches)
}

/// A character of a LIKE pattern that stands for itself.
fn escaped(c: char) -> impl Iterator<Item = char> {
    ['%', '_', '\\'].contains(&c).then_some('\\').into_iter().chain(std::iter::once(c))
}

/// Customers of a site after a place in the list, the newest first.
pub async fn list_customers(
    db: &impl ConnectionTrait,
    site: Site,
    after: Option<&Place>,
    limit: u64,
) -> Result<Vec<CustomerRow>, DbErr> {
    use customer_row::Column;
    let rows = customer_row::Entity::find().filter(Column::Site.eq(site.key()));
    page(rows, (Column::CreatedAt, Column::Id), after, limit).all(db).await
}

/// The number that a customer is found by.
pub async fn find_searched(db: &impl ConnectionTrait, id: &str) -> Result<Option<i64>, DbErr> {
    let number =
        Query::select().column("seq").from("searched_customer").and_where(Expr::col("customer_id").eq(id)).to_owned();
    let row = db.query_one(&number).await?;
    row.map(|row| row.try_get("", "seq")).transpose()
}

/// Customers of some sites with all fragments in name, e-mail and business units, the newest first; before one of them, as far
/// as it is told. The database keeps their index (`schema`), whose numbers go up: nothing is sorted.
pub async fn find_customers(
    db: &impl ConnectionTrait,
    sites: &[Site],
    fragments: &[String],
    (before, limit): (Option<i64>, u64),
) -> Result<Vec<CustomerRow>, DbErr> {
    let is_postgres = db.get_database_backend() == DbBackend::Postgres;
    let seq = Expr::col(("customer_search", if is_postgres { "seq" } else { "rowid" }));
    let matches = if is_postgres {
        let words = || Expr::col(("customer_search", "words"));
        let every = fragments.iter().map(|fragment| words().ilike(pattern(fragment)));
        every.fold(Condition::all(), Condition::add)
    } else {
        Condition::all().add(Expr::cust_with_values("customer_search MATCH ?", [phrases(fragments)]))
    };
    let site = if is_postgres {
        Expr::col((customer_row::Entity, customer_row::Column::Site))
    } else {
        // SQLite is not to begin with all customers of a brand: what was found is read by its number, and is in order.
        Expr::cust(r#"+"customer"."site""#)
    };
    let sites = site.is_in(sites.iter().map(|site| site.key()));
    let mut query = customer_row::Entity::find().filter(sites).filter(matches);
    let asked = QueryTrait::query(&mut query);
    let customer = Expr::col((customer_row::Entity, customer_row::Column::Id));
    asked
        .inner_join("searched_customer", Expr::col(("searched_customer", "customer_id")).eq(customer))
        .inner_join("customer_search", seq.clone().equals(("searched_customer", "seq")))
        .order_by_expr(seq.clone(), Order::Desc);
    if let Some(before) = before {
        asked.and_where(seq.lt(before));
    }
    query.limit(limit).all(db).await
}

/// How many addresses a customer has.
pub async fn count_addresses_of(db: &impl ConnectionTrait, customer_id: &str) -> Result<u64, DbErr> {
    address_row::Entity::find().filter(address_row::Column::CustomerId.eq(customer_id)).count(db).await
}

/// Writes a new customer; false when the e-mail has an account already.
pub async fn insert_customer(tx: &WriteTx, row: CustomerRow) -> Result<bool, DbErr> {
    let written = customer_row::Entity::insert(row.into_active_model())
        .on_conflict(OnConflict::new().do_nothing().to_owned())
        .exec_without_returning(&**tx)
        .await?;
    Ok(written > 0)
}

/// Writes new customers whose e-mails have no account.
pub async fn insert_customers(tx: &WriteTx, rows: Vec<CustomerRow>) -> Result<(), DbErr> {
    if rows.is_empty() {
        return Ok(());
    }
    let rows = rows.into_iter().map(IntoActiveModel::into_active_model);
    customer_row::Entity::insert_many(rows).exec_without_returning(&**tx).await?;
    Ok(())
}

/// Raises the version of a customer and holds the row; it is as after the step.
pub async fn step_customer(tx: &WriteTx, id: CustomerId, now: i64) -> Result<Option<CustomerRow>, DbErr> {
    let stepped = customer_row::Entity::update_many()
        .col_expr(customer_row::Column::Version, Expr::col(customer_row::Column::Version).add(1))
        .col_expr(customer_row::Column::ChangedAt, Expr::value(now))
        .filter(customer_row::Column::Id.eq(id.to_string()))
        .exec_with_returning(&**tx)
        .await?;
    Ok(stepped.into_iter().next())
}

/// Raises the versions of customers and holds their rows.
pub async fn step_customers(tx: &WriteTx, ids: &[&str], now: i64) -> Result<(), DbErr> {
    customer_row::Entity::update_many()
        .col_expr(customer_row::Column::Version, Expr::col(customer_row::Column::Version).add(1))
        .col_expr(customer_row::Column::ChangedAt, Expr::value(now))
        .filter(customer_row::Column::Id.is_in(ids.iter().copied()))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// Writes which address of a customer is the default one.
pub async fn write_default_address(tx: &WriteTx, id: &str, address_id: &str) -> Result<(), DbErr> {
    customer_row::Entity::update_many()
        .col_expr(customer_row::Column::DefaultShippingAddressId, Expr::value(address_id))
        .filter(customer_row::Column::Id.eq(id))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// Writes what a change made of a customer who is held.
pub async fn update_customer(tx: &WriteTx, row: &CustomerRow) -> Result<(), DbErr> {
    customer_row::Entity::update_many()
        .col_expr(customer_row::Column::Email, Expr::value(row.email.as_str()))
        .col_expr(customer_row::Column::PasswordHash, Expr::value(row.password_hash.as_str()))
        .col_expr(customer_row::Column::LegacyHash, Expr::value(row.legacy_hash.as_str()))
        .col_expr(customer_row::Column::FirstName, Expr::value(row.first_name.as_str()))
        .col_expr(customer_row::Column::LastName, Expr::value(row.last_name.as_str()))
        .col_expr(customer_row::Column::Title, Expr::value(row.title.as_str()))
        .col_expr(customer_row::Column::Classification, Expr::value(row.classification.as_str()))
        .col_expr(customer_row::Column::Newsletter, Expr::value(row.newsletter))
        .col_expr(customer_row::Column::ShowCertReporting, Expr::value(row.show_cert_reporting))
        .col_expr(customer_row::Column::TaxExempt, Expr::value(row.tax_exempt.as_str()))
        .col_expr(customer_row::Column::DefaultShippingAddressId, Expr::value(row.default_shipping_address_id.clone()))
        .col_expr(customer_row::Column::ConfirmedAt, Expr::value(row.confirmed_at))
        .filter(customer_row::Column::Id.eq(&row.id))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// Notes that an e-mail was shown to be its customer's.
pub async fn confirm_customer(tx: &WriteTx, id: &str, now: i64) -> Result<(), DbErr> {
    customer_row::Entity::update_many()
        .col_expr(customer_row::Column::ConfirmedAt, Expr::value(now))
        .filter(customer_row::Column::Id.eq(id))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// Writes whose contract prices customers buy at; said by the business units alone.
pub async fn write_sold_to(tx: &WriteTx, customer_ids: &[&str], sold_to: &str) -> Result<(), DbErr> {
    customer_row::Entity::update_many()
        .col_expr(customer_row::Column::SoldTo, Expr::value(sold_to))
        .filter(customer_row::Column::Id.is_in(customer_ids.iter().copied()))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// The addresses of a customer in the order they were added.
pub async fn list_addresses(db: &impl ConnectionTrait, id: CustomerId) -> Result<Vec<AddressRow>, DbErr> {
    address_row::Entity::find()
        .filter(address_row::Column::CustomerId.eq(id.to_string()))
        .order_by_asc(address_row::Column::Position)
        .order_by_asc(address_row::Column::Id)
        .all(db)
        .await
}

/// The addresses of customers that a file knows by one of these keys, in no order.
pub async fn list_keyed_addresses(
    db: &impl ConnectionTrait,
    customer_ids: &[&str],
    keys: &[&str],
) -> Result<Vec<AddressRow>, DbErr> {
    address_row::Entity::find()
        .filter(address_row::Column::CustomerId.is_in(customer_ids.iter().copied()))
        .filter(address_row::Column::Key.is_in(keys.iter().copied()))
        .all(db)
        .await
}

/// Customers with the number of their addresses and the last one's place.
pub async fn count_addresses(
    db: &impl ConnectionTrait,
    customer_ids: &[&str],
) -> Result<Vec<(String, i64, Option<i64>)>, DbErr> {
    address_row::Entity::find()
        .select_only()
        .column(address_row::Column::CustomerId)
        .column_as(address_row::Column::Id.count(), "addresses")
        .column_as(address_row::Column::Position.max(), "last")
        .filter(address_row::Column::CustomerId.is_in(customer_ids.iter().copied()))
        .group_by(address_row::Column::CustomerId)
        .into_tuple()
        .all(db)
        .await
}

/// Writes an address: a new one, or what changed of one that is there.
pub async fn write_address(tx: &WriteTx, row: AddressRow) -> Result<(), DbErr> {
    write_addresses(tx, vec![row]).await
}

/// Writes addresses: new ones, or what changed of those that are there.
pub async fn write_addresses(tx: &WriteTx, rows: Vec<AddressRow>) -> Result<(), DbErr> {
    if rows.is_empty() {
        return Ok(());
    }
    address_row::Entity::insert_many(rows.into_iter().map(IntoActiveModel::into_active_model))
        .on_conflict(
            OnConflict::column(address_row::Column::Id)
                .update_columns([address_row::Column::Address, address_row::Column::Key])
                .to_owned(),
        )
        .exec_without_returning(&**tx)
        .await?;
    Ok(())
}

/// Takes an address out of its book; it is kept to be put back.
pub async fn remove_address(tx: &WriteTx, row: AddressRow, now: i64) -> Result<(), DbErr> {
    address_row::Entity::delete_by_id(&row.id).exec(&**tx).await?;
    let AddressRow { id, customer_id, position, address_type, address, key } = row;
    let kept = removed_row::Model { id, customer_id, position, address_type, address, key, removed_at: now };
    removed_row::Entity::insert(kept.into_active_model()).exec_without_returning(&**tx).await?;
    Ok(())
}

/// Lets go of the removed addresses of a customer but the last so many.
pub async fn delete_removed_but(tx: &WriteTx, customer_id: &str, kept: u64) -> Result<(), DbErr> {
    let too_many: Vec<String> = removed_row::Entity::find()
        .select_only()
        .column(removed_row::Column::Id)
        .filter(removed_row::Column::CustomerId.eq(customer_id))
        .order_by_desc(removed_row::Column::RemovedAt)
        .offset(kept)
        // SQLite knows no offset without a limit.
        .limit(10_000)
        .into_tuple()
        .all(&**tx)
        .await?;
    removed_row::Entity::delete_many().filter(removed_row::Column::Id.is_in(too_many)).exec(&**tx).await?;
    Ok(())
}

/// Takes an address of a customer that was removed since a time out of what is kept.
pub async fn take_removed(tx: &WriteTx, customer_id: &str, id: &str, since: i64) -> Result<Option<AddressRow>, DbErr> {
    let kept = removed_row::Entity::find_by_id(id)
        .filter(removed_row::Column::CustomerId.eq(customer_id))
        .filter(removed_row::Column::RemovedAt.gte(since))
        .one(&**tx)
        .await?;
    let Some(kept) = kept else { return Ok(None) };
    removed_row::Entity::delete_by_id(id).exec(&**tx).await?;
    let removed_row::Model { id, customer_id, position, address_type, address, key, removed_at: _ } = kept;
    Ok(Some(AddressRow { id, customer_id, position, address_type, address, key }))
}

/// Writes a token; the customer's earlier ones count no longer.
pub async fn replace_token(tx: &WriteTx, row: TokenRow) -> Result<(), DbErr> {
    delete_tokens(tx, &row.customer_id).await?;
    let row = token_row::ActiveModel {
        token_hash: Set(row.token_hash),
        customer_id: Set(row.customer_id),
        site: Set(row.site),
        expires_at: Set(row.expires_at),
    };
    token_row::Entity::insert(row).exec_without_returning(&**tx).await?;
    Ok(())
}

/// A token that counts at a site.
pub async fn find_token(
    db: &impl ConnectionTrait,
    token_hash: &str,
    site: Site,
    now: i64,
) -> Result<Option<TokenRow>, DbErr> {
    token_row::Entity::find_by_id(token_hash)
        .filter(token_row::Column::Site.eq(site.key()))
        .filter(token_row::Column::ExpiresAt.gt(now))
        .one(db)
        .await
}

/// Takes a token out; true for the one who did it.
pub async fn take_token(tx: &WriteTx, token_hash: &str) -> Result<bool, DbErr> {
    Ok(token_row::Entity::delete_by_id(token_hash).exec(&**tx).await?.rows_affected == 1)
}

/// Deletes all tokens of a customer.
pub async fn delete_tokens(tx: &WriteTx, customer_id: &str) -> Result<(), DbErr> {
    token_row::Entity::delete_many().filter(token_row::Column::CustomerId.eq(customer_id)).exec(&**tx).await?;
    Ok(())
}
