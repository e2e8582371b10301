//! An edit brought before the rules: the order as it stands, what its articles cost whoever ordered it today, and where it is
//! to go. Decides nothing itself.

use std::collections::{BTreeMap, HashMap};

use fieldhouse_core::{
    addresses::AddressFormDraft,
    brand::Site,
    cart::{
        AddLineDraft,
        free_form::FreeForm,
        lines::{ArticleError, check_add_line, check_article, check_cart_totals},
        quantity::{Quantity, QuantityRule},
        summary::SummaryDraft,
    },
    checkout::tax::TaxRate,
    money::Cents,
    orders::{
        edit::{
            AddedArticleView, EditBasis, EditError, EditPreviewView, EditPrice, EditWords, EditableLine, LineEditDraft,
            OrderEditDraft, OrderEditPreviewView, parse_edit, preview_edit,
        },
        ledger::Ledger,
        refund::credited,
    },
    people::buying::PERSONAL,
    pricing::{CodesDraft, YourPrice, wants_personal_prices},
    rule::{Broken, FieldError},
    staff::Permission,
};
use fieldhouse_kernel::failure::Failure;
use sea_orm::ConnectionTrait;

use crate::{
    buying::{
        cart::pool::{self, Line, evaluate},
        checkout,
        orders::{
            approvals,
            credits::{credits, store::list_refunds},
            export,
            store::{OrderLineRow, OrderRow},
        },
        pricing::{Buyer, PriceAsk},
    },
    finding::catalog::Catalog,
    owner::CustomerId,
    people::{
        account::store::{CustomerRow, find_customer},
        business_units::{buying::Units, store::find_by_key},
    },
    staff::StaffMember,
    state::AppState,
};

/// Who ordered, as far as they have an account.
pub(super) struct Orderer {
    account: Option<CustomerRow>,
    units: Units,
    /// For whom it was: a unit's id, or themselves.
    buys_for: String,
}

impl Orderer {
    pub(super) async fn of(db: &impl ConnectionTrait, order: &OrderRow) -> Result<Self, Failure> {
        let id = order.visitor.parse().map(CustomerId).ok();
        let account = match id {
            Some(id) => find_customer(db, id).await?,
            None => None,
        };
        let units = Units::of(db, id.filter(|_| account.is_some())).await?;
        let unit = find_by_key(db, order.site.key(), &order.unit_key).await?;
        let buys_for = unit.map_or_else(|| PERSONAL.to_owned(), |unit| unit.id);
        Ok(Self { account, units, buys_for })
    }

    /// Who buys, as prices are asked for.
    async fn buyer(&self, db: &impl ConnectionTrait) -> Result<Buyer, Failure> {
        let Some(account) = &self.account else { return Ok(Buyer::default()) };
        let sold_to = match self.units.chosen(&self.buys_for) {
            Some(_) => self.units.sold_to(db, &self.buys_for).await?,
            None => account.sold_to.clone(),
        };
        Ok(Buyer { customer: Some(account.customer_id()?), sold_to })
    }

    /// Why the order is not taxed, by what is on file today.
    pub(super) fn exempt(&self, state: &AppState) -> Option<String> {
        checkout::exempt(state, self.account.as_ref(), (&self.units, &self.buys_for))
    }
}

/// Personal prices of skus; of one that is not here none could be asked for.
pub(super) type Personal = HashMap<String, Option<Cents>>;

/// What whoever ordered would pay today for the articles of an order and those about to be added. Nothing where nobody has
/// personal prices.
pub(super) async fn ask(state: &AppState, order: &OrderRow, skus: Vec<String>) -> Result<Option<Personal>, Failure> {
    let codes = CodesDraft::default();
    if !wants_personal_prices(*order.site, &codes, 1) {
        return Ok(None);
    }
    let db = state.db.read();
    let buyer = Orderer::of(db, order).await?.buyer(db).await?;
    let mut skus = skus;
    skus.sort_unstable();
    skus.dedup();
    let answers = state.prices.confirm(state, &PriceAsk::new(*order.site, buyer, codes, skus)).await;
    // When nobody can be asked there is no price of today: then lines keep theirs, and nothing is added.
    let answers = answers.unwrap_or_default();
    Ok(Some(answers.into_iter().map(|answer| (answer.sku, answer.unit_price)).collect()))
}

/// The skus that an edit is about.
pub(super) fn skus(catalog: &Catalog, site: Site, rows: &[OrderLineRow], draft: &OrderEditDraft) -> Vec<String> {
    let known = |sku: &str| catalog.sellable(site, sku.trim()).map(|found| found.variant.sku.to_string());
    let held = rows.iter().filter_map(|row| known(&row.sku));
    held.chain(draft.added.iter().filter_map(|added| known(&added.sku))).collect()
}

/// A line that is added.
pub(super) struct Added<'a> {
    pub position: u32,
    pub line: Line<'a>,
}

/// An edit as the rules see it.
pub(super) struct Judged<'a> {
    pub basis: EditBasis,
    pub preview: EditPreviewView,
    pub words: Option<EditWords>,
    pub added: Vec<Added<'a>>,
    /// Texts of lines that are there, by position.
    pub texts: BTreeMap<u32, FreeForm>,
    pub articles: Vec<AddedArticleView>,
    pub address: AddressFormDraft,
    pub exempt: Option<String>,
}

/// What an edit is judged against.
pub(super) struct Against<'a> {
    pub state: &'a AppState,
    pub catalog: &'a Catalog,
    pub order: &'a OrderRow,
    pub rows: &'a [OrderLineRow],
    pub personal: &'a Option<Personal>,
}

impl<'a> Against<'a> {
    /// A line with so many pieces, at today's price.
    fn line(&self, position: u32, sku: &str, pieces: u32, free_form: &str) -> Result<Line<'a>, Failure> {
        let quantity = (i64::from(pieces), free_form.to_owned());
        let mut row = pool::new_row(position.to_string(), &self.order.id, sku, quantity);
        if let Some(personal) = self.personal {
            let found = personal.get(sku);
            row.personal_cents = found.copied().flatten().map(Into::into);
            if found.is_none() {
                row.confirmed_at = None;
            }
        }
        let mut line = Line::read(row, self.catalog, *self.order.site)?;
        // Lines of articles that are gone pool with nothing.
        if line.sellable.is_none() {
            line.row.product_id.clone_from(&line.row.sku);
        }
        Ok(line)
    }

    /// Judges an edit for somebody.
    pub(super) async fn judge(
        &self,
        db: &impl ConnectionTrait,
        member: &StaffMember,
        draft: &OrderEditDraft,
    ) -> Result<Judged<'a>, Failure> {
        let Self { state, order, rows, .. } = self;
        let site = *order.site;
        let mut errors = Vec::new();
        let answered = !export::is_unanswered(state, db, order).await?;
        let words = parse_edit(draft, order.state(), (&state.config.freight.keys(), answered));
        let words = words.map_err(|wrong| errors.extend(wrong)).ok();
        let wanted: HashMap<u32, (usize, LineEditDraft)> =
            draft.amounts.lines.iter().enumerate().rev().map(|(place, edit)| (edit.position, (place, *edit))).collect();
        let (mut lines, mut pooled) = (Vec::new(), Vec::new());
        for row in *rows {
            let position = u32::try_from(row.position).map_err(Failure::internal)?;
            let sold = EditPrice { base: *row.unit_base_cents, your: *row.unit_your_cents };
            let printed = row.free_form != "[]" && order.released_at.is_some();
            let made = printed && !member.grants.may(Permission::OrdersOverride, site);
            let line = EditableLine { position, ledger: row.ledger(), sold, price: *row.your_cents, today: None, made };
            let kept = u32::try_from(line.ledger.kept()).map_err(Failure::internal)?;
            let pieces = wanted.get(&position).map_or(kept, |(_, edit)| edit.quantity);
            pooled.push(self.line(position, &row.sku, pieces, &row.free_form)?);
            lines.push(line);
        }
        let last = lines.last().map_or(0, |line| line.position);
        let (mut articles, mut new) = (Vec::new(), Vec::new());
        for (place, added) in draft.added.iter().enumerate() {
            let position = last.saturating_add(u32::try_from(place).map_err(Failure::internal)?).saturating_add(1);
            let pieces = wanted.get(&position).map_or(0, |(_, edit)| edit.quantity);
            let found = self.catalog.sellable(site, added.sku.trim());
            let sku = found.map_or_else(|| added.sku.trim().to_owned(), |found| found.variant.sku.to_string());
            articles.push(AddedArticleView {
                name: found.map(|found| found.product.facts.name.clone()).unwrap_or_default(),
                labels: found.map(|found| found.product.facts.free_form_options.clone()).unwrap_or_default(),
                sku: sku.clone(),
            });
            let path = format!("added.{place}");
            let texts = match found {
                None => Err(vec![ArticleError::UnknownSku.at([&path, ".sku"].concat())]),
                Some(found) => {
                    let date = pool::available_date(found);
                    let wanted = AddLineDraft {
                        sku: sku.clone(),
                        quantity: i64::from(pieces),
                        free_form: added.free_form.clone(),
                    };
                    check_add_line(&wanted, Some(&pool::article(found, &date)), site, &path).map(|line| line.free_form)
                }
            };
            let texts = texts.map_err(|wrong| errors.extend(wrong)).unwrap_or_default();
            let texts = serde_json::to_string(texts.entries()).map_err(Failure::internal)?;
            pooled.push(self.line(position, &sku, pieces, &texts)?);
            new.push((position, sku, pieces, texts));
            let (sold, ledger) = (EditPrice::default(), Ledger::default());
            lines.push(EditableLine { position, ledger, sold, price: Cents::ZERO, today: None, made: false });
        }
        self.price(&mut lines, pooled, &wanted, &mut errors);
        let texts = self.texts(draft, &lines, &wanted, &mut errors)?;
        let orderer = Orderer::of(db, order).await?;
        let exempt = orderer.exempt(state);
        let address: AddressFormDraft = serde_json::from_str(&order.ship_to).map_err(Failure::internal)?;
        let to = draft.address.as_ref().unwrap_or(&address);
        let key = draft.shipping_method.as_deref().or_else(|| state.config.freight.key_of(&order.shipping_method));
        let buyer = orderer.account.as_ref().map(|account| (account, &orderer.units));
        let basis = EditBasis {
            state: order.state(),
            lines,
            sums: SummaryDraft {
                merchandise: *order.merch_cents,
                savings: order.merch_cents.minus_floored(*order.your_cents),
                certificates: *order.certificate_cents,
                freight: Some(*order.freight_cents),
                tax: Some(*order.tax_cents),
                total_gross: None,
            },
            discount: *order.discount_cents,
            bands: key.map(|key| state.config.freight.bands(key).to_vec()).unwrap_or_default(),
            tax: self.rate(to, exempt.is_some()),
            again: draft.address.is_some() || draft.shipping_method.is_some(),
            above: approvals::threshold(db, order, buyer, state.clock.millis()).await?,
            credited: credited(&credits(&list_refunds(db, &order.id).await?)),
        };
        let mut preview = preview_edit(&basis, &draft.amounts);
        errors.append(&mut preview.errors);
        // An order holds what a cart holds.
        let count = u32::try_from(basis.lines.len()).map_err(Failure::internal)?;
        errors.extend(check_cart_totals(count, preview.after.merchandise));
        preview.errors = errors;
        if !preview.errors.is_empty() {
            preview.entries.clear();
        }
        let mut added = Vec::new();
        for (position, sku, pieces, texts) in new {
            added.push(Added { position, line: self.line(position, &sku, pieces, &texts)? });
        }
        Ok(Judged { basis, preview, words, added, texts, articles, address, exempt })
    }

    fn rate(&self, to: &AddressFormDraft, exempt: bool) -> TaxRate {
        self.state.config.tax.rate(&to.country, &to.state, exempt)
    }

    /// Notes what each line costs today: the quantities of a product pool, as in a cart. What keeps a raised line from being
    /// ordered is told; one that keeps its pieces or loses some is no order.
    fn price(
        &self,
        lines: &mut [EditableLine],
        pooled: Vec<Line<'a>>,
        wanted: &HashMap<u32, (usize, LineEditDraft)>,
        errors: &mut Vec<FieldError>,
    ) {
        let pools = evaluate(pooled, *self.order.site);
        let outcomes: HashMap<&str, _> = pools
            .iter()
            .flat_map(pool::QuantityPool::outcomes)
            .map(|(line, outcome)| (line.row.id.as_str(), (line, outcome)))
            .collect();
        for line in lines {
            let Some((priced, outcome)) = outcomes.get(line.position.to_string().as_str()) else { continue };
            let unit = outcome.unit.filter(|_| !priced.is_to_be_confirmed() && priced.sellable.is_some());
            line.today = unit.map(|YourPrice { base, your }| EditPrice { base, your });
            let Some((place, edit)) = wanted.get(&line.position) else { continue };
            let raised = line.ledger.ordered > 0 && u64::from(edit.quantity) > line.ledger.kept();
            if raised {
                let path = format!("amounts.lines.{place}.quantity");
                let article = check_article(priced.article().as_ref(), *self.order.site).err();
                errors.extend(article.map(|error| error.at(path.clone())));
                // Staff may sell a part of a delivery unit; no line holds more than any other.
                let pieces = Quantity::parse(i64::from(edit.quantity), QuantityRule::default()).err();
                errors.extend(pieces.map(|error| error.at(path)));
            }
        }
    }

    /// Other texts of lines that are there. A list with one entry a piece does not fit another number of them.
    fn texts(
        &self,
        draft: &OrderEditDraft,
        lines: &[EditableLine],
        wanted: &HashMap<u32, (usize, LineEditDraft)>,
        errors: &mut Vec<FieldError>,
    ) -> Result<BTreeMap<u32, FreeForm>, Failure> {
        let mut texts = BTreeMap::new();
        for (place, other) in draft.texts.iter().enumerate() {
            let path = format!("texts.{place}");
            let line = lines.iter().find(|line| line.position == other.position);
            let row = self.rows.iter().find(|row| row.position == i64::from(other.position));
            let found = row.and_then(|row| self.catalog.sellable(*self.order.site, &row.sku));
            let (Some(line), Some(found)) = (line, found) else {
                errors.push(ArticleError::UnknownSku.at([&path, ".position"].concat()));
                continue;
            };
            if line.made {
                errors.push(EditError::InProduction.at([&path, ".freeForm"].concat()));
                continue;
            }
            let kept = u32::try_from(line.ledger.kept()).map_err(Failure::internal)?;
            let pieces = wanted.get(&line.position).map_or(kept, |(_, edit)| edit.quantity);
            match FreeForm::parse(&other.free_form, &found.product.facts.free_form_options, pieces, &path) {
                Ok(parsed) => drop(texts.insert(line.position, parsed)),
                Err(wrong) => errors.extend(wrong),
            }
        }
        for row in self.rows {
            let position = u32::try_from(row.position).map_err(Failure::internal)?;
            let Some((place, edit)) = wanted.get(&position).filter(|(_, edit)| edit.quantity > 0) else { continue };
            if texts.contains_key(&position) {
                continue;
            }
            let held = FreeForm::stored(serde_json::from_str(&row.free_form).map_err(Failure::internal)?);
            if u64::from(edit.quantity) != row.ledger().kept()
                && let Err(error) = held.fits(edit.quantity)
            {
                errors.push(error.at(format!("amounts.lines.{place}.quantity")));
            }
        }
        Ok(texts)
    }
}

impl Judged<'_> {
    /// As the desk shows it.
    pub(super) fn view(self, state: &AppState, version: i64) -> OrderEditPreviewView {
        OrderEditPreviewView {
            version,
            methods: state.config.freight.methods(self.preview.after.merchandise),
            basis: self.basis,
            preview: self.preview,
            added: self.articles,
            address: self.address,
        }
    }
}
