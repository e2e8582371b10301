//! Queries of the catalogue. Reads it whole, writes what a plan says, raises the change number.

use std::collections::HashMap;

use fieldhouse_core::{brand::Site, money::Cents};
use fieldhouse_kernel::{
    clock::Ids,
    db::{Db, insert_all, pieces::each_row, stints::Stints},
};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, DbErr, EntityTrait, FromQueryResult, IntoActiveModel, Iterable,
    PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{
    Update,
    entity::{assortment, category, meta, product, product_category, variant},
    record::{CatalogRecords, CategoryRecord, ProductFacts, ProductRecord, VariantRecord},
    update::{Known, KnownProduct, KnownVariant, Plan, Reach, facts_hash, variant_hash},
};
use crate::import::report::Fate;

/// Rows a statement: 16 columns of 1,000 rows stay below both databases' limits on parameters.
const CHUNK: usize = 1000;

/// A moment of the catalogue: its number, and what tells it from the same number of a database that was put back since.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// The change number.
    pub change: i64,
    /// Drawn with each change.
    pub stamp: String,
}

/// The moment now.
pub async fn load_mark(db: &impl ConnectionTrait) -> Result<Mark, DbErr> {
    let row = meta::Entity::find_by_id(1).one(db).await?;
    let mark = row.map(|row| Mark { change: row.change, stamp: row.stamp });
    mark.ok_or_else(|| DbErr::RecordNotFound("catalog_meta".to_owned()))
}

/// The change number now.
pub async fn load_change(db: &impl ConnectionTrait) -> Result<i64, DbErr> {
    load_mark(db).await.map(|mark| mark.change)
}

/// Raises the change number: every node reads what changed, or after a whole change everything. The new number.
pub async fn update_change(tx: &impl ConnectionTrait, reach: Reach) -> Result<i64, DbErr> {
    use meta::Column::{Change, Placed, Reworded, Stamp, Whole};
    let next = || Expr::col(Change).add(1_i64);
    let stamp = Ids::Random.random().to_string();
    let mut raised = meta::Entity::update_many().col_expr(Change, next()).col_expr(Stamp, stamp.into());
    if reach != Reach::Articles {
        // To a program of a former release it is whole in either case.
        raised = raised.col_expr(Whole, next());
    }
    if reach == Reach::Words {
        let was_reworded = Expr::col(Whole).eq(Expr::col(Reworded));
        let placed = Expr::case(was_reworded, Expr::col(Placed)).finally(Expr::col(Whole));
        raised = raised.col_expr(Placed, placed.into()).col_expr(Reworded, next());
    }
    let rows = raised.filter(meta::Column::Id.eq(1)).exec_with_returning(tx).await?;
    rows.first().map(|row| row.change).ok_or_else(|| DbErr::RecordNotFound("catalog_meta".to_owned()))
}

/// What a product that changed is now.
#[derive(Debug, Default)]
pub struct Changed {
    /// Its id.
    pub id: String,
    /// What is said of it, where that may have changed.
    pub facts: Option<ProductFacts>,
    /// All its articles in shown order.
    pub variants: Vec<VariantRecord>,
}

impl Changed {
    /// Leaves it without pictures: the placeholder stands in.
    pub fn drop_images(&mut self) {
        self.facts.iter_mut().for_each(|facts| facts.images.clear());
        self.variants.iter_mut().for_each(|variant| variant.images.clear());
    }
}

/// The products that changed after a number, and the number now; nothing where a product, an article or a category came or
/// went.
pub async fn load_changed(db: &Db, since: i64) -> Result<Option<(i64, Vec<Changed>)>, DbErr> {
    let tx = db.moment().await?;
    let Some(row) = meta::Entity::find_by_id(1).one(&tx).await? else { return Ok(None) };
    let placed = if row.whole == row.reworded { row.placed } else { row.whole };
    if !(placed..=row.change).contains(&since) {
        return Ok(None);
    }
    let products = product::Entity::find().filter(product::Column::Changed.gt(since)).order_by_asc(product::Column::Id);
    let ids: Vec<String> = products.select_only().column(product::Column::Id).into_tuple().all(&tx).await?;
    let mut changed: Vec<Changed> = ids.into_iter().map(|id| Changed { id, ..Changed::default() }).collect();
    for some in changed.chunks_mut(CHUNK) {
        load_articles(&tx, some).await?;
        if since < row.whole {
            load_facts(&tx, some).await?;
        }
    }
    tx.commit().await?;
    Ok(Some((row.change, changed)))
}

/// The products of a list by their ids.
fn by_id(changed: &mut [Changed]) -> HashMap<String, &mut Changed> {
    changed.iter_mut().map(|product| (product.id.clone(), product)).collect()
}

async fn load_articles(tx: &impl ConnectionTrait, changed: &mut [Changed]) -> Result<(), DbErr> {
    let mut of = by_id(changed);
    let rows = variant::Entity::find()
        .filter(variant::Column::ProductId.is_in(of.keys()))
        .order_by_asc(variant::Column::Position)
        .order_by_asc(variant::Column::Sku);
    for row in rows.all(tx).await? {
        if let Some(product) = of.get_mut(&row.product_id) {
            product.variants.push(variant_record(row)?);
        }
    }
    Ok(())
}

async fn load_facts(tx: &impl ConnectionTrait, changed: &mut [Changed]) -> Result<(), DbErr> {
    let mut of = by_id(changed);
    let ids: Vec<String> = of.keys().cloned().collect();
    for row in product::Entity::find().filter(product::Column::Id.is_in(&ids)).all(tx).await? {
        if let Some(product) = of.get_mut(&row.id) {
            product.facts = Some(parse(&row.facts)?);
        }
    }
    let memberships = product_category::Entity::find()
        .filter(product_category::Column::ProductId.is_in(&ids))
        .order_by_asc(product_category::Column::Position);
    for row in memberships.all(tx).await? {
        if let Some(facts) = of.get_mut(&row.product_id).and_then(|product| product.facts.as_mut()) {
            facts.categories.push(row.category_path);
        }
    }
    for row in assortment::Entity::find().filter(assortment::Column::ProductId.is_in(&ids)).all(tx).await? {
        if let Some(facts) = of.get_mut(&row.product_id).and_then(|product| product.facts.as_mut()) {
            facts.sites.push(*row.site);
        }
    }
    changed.iter_mut().filter_map(|product| product.facts.as_mut()).for_each(|facts| facts.sites.sort());
    Ok(())
}

/// The whole catalogue and the moment it is of.
pub async fn load_records(db: &Db) -> Result<(Mark, CatalogRecords), DbErr> {
    let tx = db.moment().await?;
    let mark = load_mark(&tx).await?;
    let categories = list_categories(&tx).await?;
    let mut shown: Vec<(i64, ProductRecord)> = Vec::new();
    each_row(
        &tx,
        product::Entity::find(),
        (&[product::Column::Id], |row: &product::Model| vec![row.id.as_str().into()]),
        |row| {
            shown.push((row.position, ProductRecord { facts: parse(&row.facts)?, variants: Vec::new() }));
            Ok(())
        },
    )
    .await?;
    let mut products = in_their_order(shown);
    let at: HashMap<String, usize> =
        products.iter().enumerate().map(|(index, product)| (product.facts.id.clone(), index)).collect();
    let of = |id: &str| at.get(id).copied();
    for row in product_category::Entity::find().order_by_asc(product_category::Column::Position).all(&tx).await? {
        if let Some(product) = of(&row.product_id).and_then(|index| products.get_mut(index)) {
            product.facts.categories.push(row.category_path);
        }
    }
    for row in assortment::Entity::find().all(&tx).await? {
        if let Some(product) = of(&row.product_id).and_then(|index| products.get_mut(index)) {
            product.facts.sites.push(*row.site);
        }
    }
    for product in &mut products {
        product.facts.sites.sort();
    }
    let mut articles: Vec<Vec<(i64, VariantRecord)>> = products.iter().map(|_| Vec::new()).collect();
    each_row(
        &tx,
        variant::Entity::find(),
        (&[variant::Column::Sku], |row: &variant::Model| vec![row.sku.as_str().into()]),
        |row| {
            if let Some(own) = of(&row.product_id).and_then(|index| articles.get_mut(index)) {
                own.push((row.position, variant_record(row)?));
            }
            Ok(())
        },
    )
    .await?;
    for (product, own) in products.iter_mut().zip(articles) {
        product.variants = in_their_order(own);
    }
    tx.commit().await?;
    Ok((mark, CatalogRecords { categories, products }))
}

/// What came in the order of its key, in the order in which it is shown.
fn in_their_order<T>(mut rows: Vec<(i64, T)>) -> Vec<T> {
    rows.sort_by_key(|(position, _)| *position);
    rows.into_iter().map(|(_, row)| row).collect()
}

/// What an import must know of a product, as it is read.
#[derive(FromQueryResult)]
struct ProductRow {
    id: String,
    changed: i64,
    #[sea_orm(nested)]
    product: KnownProduct,
}

/// Of an article.
#[derive(FromQueryResult)]
struct VariantRow {
    sku: String,
    #[sea_orm(nested)]
    variant: KnownVariant,
}

/// What an import must know about what is there, of one moment.
pub async fn load_known(db: &Db) -> Result<Known, DbErr> {
    let tx = db.moment().await?;
    let mut known = Known { change: load_change(&tx).await?, ..Known::default() };
    let products = {
        use product::Column::{Changed, Hash, Id, Position, Slug, Source};
        product::Entity::find().select_only().columns([Id, Changed, Slug, Source, Position, Hash])
    };
    each_row(
        &tx,
        products,
        (&[product::Column::Id], |row: &ProductRow| vec![row.id.as_str().into()]),
        |ProductRow { id, changed, product }| {
            known.unshown |= changed > known.change;
            known.products.insert(id, product);
            Ok(())
        },
    )
    .await?;
    let variants = {
        use variant::Column::{Hash, ProductId, Sku};
        variant::Entity::find().select_only().columns([Sku, ProductId, Hash])
    };
    each_row(
        &tx,
        variants,
        (&[variant::Column::Sku], |row: &VariantRow| vec![row.sku.as_str().into()]),
        |VariantRow { sku, variant }| {
            known.variants.insert(sku, variant);
            Ok(())
        },
    )
    .await?;
    known.categories = list_categories(&tx).await?.into_iter().map(|record| (record.path.clone(), record)).collect();
    tx.commit().await?;
    Ok(known)
}

async fn list_categories(db: &impl ConnectionTrait) -> Result<Vec<CategoryRecord>, DbErr> {
    let rows = category::Entity::find().order_by_asc(category::Column::Position).all(db).await?;
    rows.into_iter()
        .map(|row| {
            let sites = row.sites.split(',').filter_map(Site::parse).collect();
            Ok(CategoryRecord { path: row.path, name: row.name, position: number(row.position)?, sites })
        })
        .collect()
}

/// Rows of a stint: shoppers who write wait no longer than for these.
const STINT: usize = 1000;

/// Writes what `plan` says and raises the number of the change. What it touches bears that number. False, and not all of it
/// is written, when it was raised by another one since `known`.
pub async fn take_over(
    db: &Db,
    records: &CatalogRecords,
    how: &Update,
    (plan, known): (&Plan, &Known),
) -> Result<bool, DbErr> {
    let reach = if known.unshown { Reach::Whole } else { plan.reach(how.remove_missing) };
    let mut written = 0_u64;
    let mut stints = Stints::new(db);
    let most = if stints.are_needed() { STINT } else { usize::MAX };
    let mut products = records.products.iter().zip(&plan.products).zip(&plan.variants).peekable();
    let mut categories = plan.categories.as_slice();
    let mut freed = plan.freed.as_slice();
    loop {
        let next = known.change.saturating_add(1);
        let mut rows = Rows { change: next, ..Rows::default() };
        while rows.count < most
            && let Some(((record, (fate, position)), fates)) = products.next()
        {
            rows.take(record, (*fate, *position, &how.source), fates)?;
        }
        let last = products.peek().is_none();
        let stint = stints.next().await?;
        let tx = &*stint.tx;
        // The last one raises it, and holds who would raise it as well.
        let change = if last {
            let reach = if others_wrote(tx, known.change, written).await? { Reach::Whole } else { reach };
            update_change(tx, reach).await?.saturating_sub(1)
        } else {
            load_change(tx).await?
        };
        if change != known.change {
            return Ok(false);
        }
        write_categories(tx, std::mem::take(&mut categories)).await?;
        free_slugs(tx, std::mem::take(&mut freed), next).await?;
        if last && how.remove_missing {
            remove(tx, plan).await?;
        }
        written = written.saturating_add(rows.write(tx).await?);
        stint.commit().await?;
        if last {
            return Ok(true);
        }
    }
}

/// True when an import that is not done, and may be stopped, wrote what this one's number will tell.
async fn others_wrote(tx: &impl ConnectionTrait, change: i64, own: u64) -> Result<bool, DbErr> {
    let untold = product::Entity::find().filter(product::Column::Changed.gt(change));
    Ok(untold.count(tx).await? != own)
}

async fn write_categories(tx: &impl ConnectionTrait, categories: &[CategoryRecord]) -> Result<(), DbErr> {
    let rows = categories.iter().map(|record| category::Model {
        path: record.path.clone(),
        name: record.name.clone(),
        position: i64::from(record.position),
        sites: record.sites.iter().map(|site| site.key()).collect::<Vec<_>>().join(","),
    });
    upsert(tx, rows.collect(), OnConflict::column(category::Column::Path)).await
}

/// Has products let go of their slugs, so that others can take them in any order. Each is written or taken out later on, by
/// the next import where this one is stopped before.
async fn free_slugs(tx: &impl ConnectionTrait, products: &[String], change: i64) -> Result<(), DbErr> {
    use product::Column::{Changed, Hash, Id, Slug};
    for ids in products.chunks(CHUNK) {
        product::Entity::update_many()
            // No product's own slug begins so.
            .col_expr(Slug, Expr::cust("'~' || id"))
            .col_expr(Hash, Expr::val(""))
            .col_expr(Changed, change.into())
            .filter(Id.is_in(ids))
            .exec(tx)
            .await?;
    }
    Ok(())
}

/// Takes out what is missing.
async fn remove(tx: &impl ConnectionTrait, plan: &Plan) -> Result<(), DbErr> {
    for ids in plan.missing_products.chunks(CHUNK) {
        product::Entity::delete_many().filter(product::Column::Id.is_in(ids)).exec(tx).await?;
    }
    for skus in plan.missing_variants.chunks(CHUNK) {
        variant::Entity::delete_many().filter(variant::Column::Sku.is_in(skus)).exec(tx).await?;
    }
    Ok(())
}

/// What is written at once.
#[derive(Default)]
struct Rows {
    change: i64,
    count: usize,
    /// Ids of products of which nothing but articles differs.
    touched: Vec<String>,
    products: Vec<product::Model>,
    variants: Vec<variant::Model>,
    memberships: Vec<product_category::Model>,
    assortments: Vec<assortment::Model>,
}

impl Rows {
    /// What differs of a product and its articles.
    fn take(
        &mut self,
        ProductRecord { facts, variants }: &ProductRecord,
        (fate, position, source): (Fate, i64, &str),
        fates: &[Fate],
    ) -> Result<(), DbErr> {
        let before = self.variants.len();
        for (nth, (variant, fate)) in variants.iter().zip(fates).enumerate() {
            if *fate != Fate::Unchanged {
                self.variants.push(variant_row(&facts.id, nth, variant)?);
            }
        }
        let articles = self.variants.len().saturating_sub(before);
        if fate != Fate::Unchanged {
            self.push(facts.clone(), source, position)?;
        } else if articles > 0 {
            self.touched.push(facts.id.clone());
        } else {
            return Ok(());
        }
        self.count = self.count.saturating_add(articles).saturating_add(1);
        Ok(())
    }

    fn push(&mut self, mut facts: ProductFacts, source: &str, position: i64) -> Result<(), DbErr> {
        let hash = facts_hash(&facts);
        for (nth, category_path) in std::mem::take(&mut facts.categories).into_iter().enumerate() {
            let product_id = facts.id.clone();
            self.memberships.push(product_category::Model { product_id, category_path, position: number(nth)? });
        }
        for site in std::mem::take(&mut facts.sites) {
            self.assortments.push(assortment::Model { product_id: facts.id.clone(), site: site.into() });
        }
        self.products.push(product::Model {
            facts: text(&facts)?,
            id: facts.id,
            slug: facts.slug,
            source: source.to_owned(),
            position,
            hash,
            changed: self.change,
        });
        Ok(())
    }

    /// How many products it touched.
    async fn write(self, tx: &impl ConnectionTrait) -> Result<u64, DbErr> {
        let written = u64::try_from(self.products.len().saturating_add(self.touched.len())).unwrap_or(u64::MAX);
        for ids in self.products.iter().map(|row| row.id.as_str()).collect::<Vec<_>>().chunks(CHUNK) {
            let ids = || ids.iter().copied();
            product_category::Entity::delete_many()
                .filter(product_category::Column::ProductId.is_in(ids()))
                .exec(tx)
                .await?;
            assortment::Entity::delete_many().filter(assortment::Column::ProductId.is_in(ids())).exec(tx).await?;
        }
        for ids in self.touched.chunks(CHUNK) {
            let own = product::Column::Id.is_in(ids);
            let changed = self.change.into();
            product::Entity::update_many().col_expr(product::Column::Changed, changed).filter(own).exec(tx).await?;
        }
        upsert(tx, self.products, OnConflict::column(product::Column::Id)).await?;
        upsert(tx, self.variants, OnConflict::column(variant::Column::Sku)).await?;
        upsert(tx, self.memberships, membership_key()).await?;
        upsert(tx, self.assortments, assortment_key()).await?;
        Ok(written)
    }
}

fn membership_key() -> OnConflict {
    OnConflict::columns([product_category::Column::ProductId, product_category::Column::CategoryPath])
}

fn assortment_key() -> OnConflict {
    OnConflict::columns([assortment::Column::ProductId, assortment::Column::Site])
}

async fn upsert<E, M, A>(tx: &impl ConnectionTrait, rows: Vec<M>, mut conflict: OnConflict) -> Result<(), DbErr>
where
    M: IntoActiveModel<A>,
    A: ActiveModelTrait<Entity = E>,
    E: EntityTrait,
    E::Model: IntoActiveModel<A>,
{
    conflict.update_columns(E::Column::iter());
    insert_all(tx, rows.into_iter().map(IntoActiveModel::into_active_model).collect(), Some(&conflict)).await
}

fn variant_row(product_id: &str, position: usize, record: &VariantRecord) -> Result<variant::Model, DbErr> {
    Ok(variant::Model {
        sku: record.sku.clone(),
        product_id: product_id.to_owned(),
        position: number(position)?,
        hash: variant_hash(product_id, position, record),
        price_cents: record.price.map(Cents::get),
        discounted_cents: record.discounted_price.map(Cents::get),
        available: record.available,
        restock_on: record.restock_on.map(|day| day.to_string()),
        stock: record.stock.map(i64::from),
        restockable_in_days: record.restockable_in_days.map(i64::from),
        min_order_qty: i64::from(record.min_order_qty),
        delivery_unit: i64::from(record.delivery_unit),
        tiers: text(&record.tiers)?,
        attributes: text(&record.attributes)?,
        hex: text(&record.hex)?,
        images: text(&record.images)?,
    })
}

fn variant_record(row: variant::Model) -> Result<VariantRecord, DbErr> {
    let cents =
        |cents: Option<i64>| cents.map(|cents| Cents::new(cents).ok_or_else(|| unreadable("a price"))).transpose();
    Ok(VariantRecord {
        price: cents(row.price_cents)?,
        discounted_price: cents(row.discounted_cents)?,
        tiers: parse(&row.tiers)?,
        available: row.available,
        restock_on: row.restock_on.map(|day| day.parse().map_err(|_| unreadable("a date"))).transpose()?,
        stock: row.stock.map(number).transpose()?,
        restockable_in_days: row.restockable_in_days.map(number).transpose()?,
        min_order_qty: number(row.min_order_qty)?,
        delivery_unit: number(row.delivery_unit)?,
        attributes: parse(&row.attributes)?,
        hex: parse(&row.hex)?,
        images: parse(&row.images)?,
        sku: row.sku,
    })
}

fn number<A, B: TryFrom<A>>(value: A) -> Result<B, DbErr> {
    B::try_from(value).map_err(|_| unreadable("a number"))
}

fn text(value: &impl Serialize) -> Result<String, DbErr> {
    serde_json::to_string(value).map_err(|error| DbErr::Json(error.to_string()))
}

fn parse<T: DeserializeOwned>(json: &str) -> Result<T, DbErr> {
    serde_json::from_str(json).map_err(|error| DbErr::Json(error.to_string()))
}

fn unreadable(what: &str) -> DbErr {
    DbErr::Type(format!("{what} of the catalog is out of range"))
}
