//! A change of a cart under way: some of its lines, what is done to them, and what comes of it.

use std::collections::{BTreeSet, HashMap};

use fieldhouse_core::{
    brand::Site,
    cart::{
        AddLineDraft, AddLinesDraft, CartChangeView, LeftOutView,
        evaluation::Sums,
        free_form::FreeForm,
        lines::{
            AcceptedLine, ArticleError, CartError, MAX_LINES, add_pieces, are_too_many, check_add_line,
            check_cart_growth, check_cart_size, check_line_quantity,
        },
        merging::LeftOut,
        texts::check_cart_texts,
    },
    rule::{Broken, FieldError},
};
use fieldhouse_kernel::{db::WriteTx, failure::Failure};
use sea_orm::ConnectionTrait;

use super::{
    held,
    personal::Prices,
    pool::{self, Line, evaluate},
    stock,
    store::{self, CartRow, LineRow},
    view,
};
use crate::{
    env::Env,
    finding::{
        catalog::{Catalog, Sellable},
        wishlist,
    },
};

/// A line that may be added, with its place in the draft.
pub struct Accepted<'a> {
    place: usize,
    /// Its article.
    pub found: Sellable<'a>,
    line: AcceptedLine,
    identity: String,
}

/// Checks every line of a draft, and tells all errors at once.
pub fn accept<'a>(catalog: &'a Catalog, site: Site, draft: &AddLinesDraft) -> Result<Vec<Accepted<'a>>, Failure> {
    if draft.lines.is_empty() {
        return Err(Failure::broken(vec![CartError::Empty.at("lines")]));
    }
    // Before any of them is looked at: a body has place for many times as many.
    if are_too_many(draft.lines.len()) {
        return Err(Failure::broken(vec![CartError::TooManyLines { maximum: MAX_LINES }.at("lines")]));
    }
    let mut accepted = Vec::with_capacity(draft.lines.len());
    let mut errors = Vec::new();
    for (place, line) in draft.lines.iter().enumerate() {
        match accept_line(catalog, site, place, line) {
            Ok(line) => accepted.push(line),
            Err(found) => errors.extend(found),
        }
    }
    if errors.is_empty() { Ok(accepted) } else { Err(Failure::broken(errors)) }
}

/// Checks one line of a draft; all errors, at `lines.{place}`.
pub fn accept_line<'a>(
    catalog: &'a Catalog,
    site: Site,
    place: usize,
    draft: &AddLineDraft,
) -> Result<Accepted<'a>, Vec<FieldError>> {
    let path = format!("lines.{place}");
    let Some(found) = catalog.sellable(site, draft.sku.trim()) else {
        return Err(vec![ArticleError::UnknownSku.at([&path, ".sku"].concat())]);
    };
    let date = pool::available_date(found);
    let line = check_add_line(draft, Some(&pool::article(found, &date)), site, &path)?;
    let identity = pool::identity(&found.variant.sku, &line.free_form);
    Ok(Accepted { place, found, line, identity })
}

/// Those of some lines that may be added, and what is left out of the rest: for what was in a cart once.
pub fn accept_some(
    catalog: &Catalog,
    site: Site,
    drafts: impl IntoIterator<Item = AddLineDraft>,
) -> (Vec<Accepted<'_>>, Vec<LeftOutView>) {
    let (mut accepted, mut left_out) = (Vec::new(), Vec::new());
    for (place, draft) in drafts.into_iter().enumerate() {
        match accept_line(catalog, site, place, &draft) {
            Ok(line) => accepted.push(line),
            Err(errors) => left_out.push(LeftOutView { errors, ..left(catalog, site, &draft) }),
        }
    }
    (accepted, left_out)
}

fn left(catalog: &Catalog, site: Site, draft: &AddLineDraft) -> LeftOutView {
    let found = catalog.sellable(site, &draft.sku);
    LeftOutView {
        sku: draft.sku.clone(),
        name: found.map_or_else(|| draft.sku.clone(), |found| found.product.facts.name.clone()),
        size: found.map_or("", |found| found.variant.attribute("size")).to_owned(),
        quantity: u32::try_from(draft.quantity).unwrap_or_default(),
        href: found.map_or_else(|| "/".to_owned(), |found| ["/p/", &found.variant.sku, "/"].concat()),
        errors: Vec::new(),
    }
}

/// True when a cart's sums come from a catalogue and from personal prices.
pub fn is_priced(cart: &CartRow, catalog: &Catalog, prices: &Prices) -> bool {
    cart.priced_change == catalog.change && prices.are_of(cart)
}

/// Pieces of accepted lines.
pub fn pieces_of(accepted: &[Accepted<'_>]) -> u64 {
    accepted.iter().fold(0, |sum, line| sum.saturating_add(u64::from(line.line.quantity.get())))
}

/// Some lines of a held cart (those of the products touched, or all) while they are changed.
pub struct Edit<'a> {
    catalog: &'a Catalog,
    site: Site,
    prices: &'a Prices,
    cart: CartRow,
    /// Sums of the lines that are not here.
    rest: Sums,
    stored: HashMap<String, LineRow>,
    keys_before: Vec<String>,
    lines: Vec<Line<'a>>,
    gone: Vec<LineRow>,
}

impl<'a> Edit<'a> {
    /// `stored` is all of the cart when it is not priced from this catalogue and these prices.
    pub fn open(
        catalog: &'a Catalog,
        site: Site,
        prices: &'a Prices,
        mut cart: CartRow,
        stored: Vec<LineRow>,
    ) -> Result<Self, Failure> {
        let rest = if is_priced(&cart, catalog, prices) {
            pool::cart_sums(&cart).minus(pool::stored_sums(&stored))
        } else {
            Sums::default()
        };
        let same = prices.are_of(&cart);
        cart.priced_change = catalog.change;
        cart.price_key.clone_from(&prices.key);
        let line = |row: &LineRow| {
            let mut row = row.clone();
            prices.apply(&mut row, same);
            Line::read(row, catalog, site)
        };
        let lines: Vec<Line<'_>> = stored.iter().map(line).collect::<Result<_, _>>()?;
        Ok(Self {
            catalog,
            site,
            prices,
            cart,
            rest,
            keys_before: lines.iter().map(view::card_key).collect(),
            stored: stored.into_iter().map(|row| (row.id.clone(), row)).collect(),
            lines,
            gone: Vec::new(),
        })
    }

    /// With all of the cart's lines, whatever it was priced from.
    pub fn open_whole(
        catalog: &'a Catalog,
        site: Site,
        prices: &'a Prices,
        cart: CartRow,
        stored: Vec<LineRow>,
    ) -> Result<Self, Failure> {
        Ok(Self { rest: Sums::default(), ..Self::open(catalog, site, prices, cart, stored)? })
    }

    /// Adds accepted lines: to lines that are there, or as new ones.
    pub fn add(&mut self, env: &Env, accepted: &[Accepted<'_>]) -> Result<(), Failure> {
        let mut places: HashMap<String, usize> =
            self.lines.iter().enumerate().map(|(place, line)| (line.row.identity.clone(), place)).collect();
        let mut errors = Vec::new();
        for added in accepted {
            let held = places.get(&added.identity).and_then(|place| self.lines.get_mut(*place));
            if let Some(line) = held {
                let rule = line.article().map(|article| article.rule).unwrap_or_default();
                match add_pieces(line.pieces(), added.line.quantity, rule) {
                    Ok(quantity) => {
                        line.row.quantity = i64::from(quantity.get());
                        line.free_form = std::mem::take(&mut line.free_form).joined(&added.line.free_form);
                        line.row.free_form = encode(&line.free_form)?;
                    }
                    Err(error) => errors.push(error.at(format!("lines.{}.quantity", added.place))),
                }
                continue;
            }
            places.insert(added.identity.clone(), self.lines.len());
            let mut row = LineRow {
                product_id: added.found.product.facts.id.clone(),
                identity: added.identity.clone(),
                position: self.cart.next_position,
                ..pool::new_row(
                    env.ids.in_order().to_string(),
                    &self.cart.id,
                    &added.found.variant.sku,
                    (i64::from(added.line.quantity.get()), encode(&added.line.free_form)?),
                )
            };
            self.prices.apply(&mut row, false);
            self.cart.next_position = self.cart.next_position.saturating_add(1);
            self.lines.push(Line::read(row, self.catalog, self.site)?);
        }
        if errors.is_empty() { Ok(()) } else { Err(Failure::broken(errors)) }
    }

    /// Takes the lines of another cart over; the pieces that did not fit. Two carts that may be may become one that is too large;
    /// what is too large already takes no further line.
    pub fn merge(&mut self, env: &Env, lines: Vec<Line<'a>>) -> Result<LeftOut, Failure> {
        let mut left_out = LeftOut::default();
        let full = are_too_many(self.lines.len());
        let no_names = check_cart_texts(bytes_of(self.lines.iter().map(|line| &line.row))).is_some();
        let held = self.lines.iter().enumerate();
        let places: HashMap<String, usize> = held.map(|(place, line)| (line.row.identity.clone(), place)).collect();
        for mut brought in lines {
            if no_names && brought.has_names() {
                left_out.of_texts = left_out.of_texts.saturating_add(u64::from(brought.pieces()));
                continue;
            }
            let place = places.get(&brought.row.identity);
            if let Some(held) = place.and_then(|place| self.lines.get_mut(*place)) {
                left_out.of_lines = left_out.of_lines.saturating_add(held.join(&brought)?);
                continue;
            }
            if full {
                left_out.of_cart = left_out.of_cart.saturating_add(u64::from(brought.pieces()));
                continue;
            }
            brought.row.id = env.ids.in_order().to_string();
            brought.row.cart_id.clone_from(&self.cart.id);
            self.prices.apply(&mut brought.row, false);
            brought.row.position = self.cart.next_position;
            self.cart.next_position = self.cart.next_position.saturating_add(1);
            self.lines.push(brought);
        }
        Ok(left_out)
    }

    /// Sets a line's quantity.
    pub fn set(&mut self, id: &str, pieces: i64) -> Result<(), Failure> {
        let site = self.site;
        let line = self.lines.iter_mut().find(|line| line.row.id == id).ok_or_else(Failure::not_found)?;
        let quantity = check_line_quantity(pieces, line.article().as_ref(), &line.free_form, site)
            .map_err(|error| Failure::broken(vec![error.at("")]))?;
        line.row.quantity = i64::from(quantity.get());
        Ok(())
    }

    /// Sets a line's quantity and the texts of all its pieces. What then is the same as another line joins it.
    pub fn set_texts(&mut self, id: &str, pieces: i64, texts: Vec<Vec<String>>) -> Result<(), Failure> {
        let line = self.lines.iter_mut().find(|line| line.row.id == id).ok_or_else(Failure::not_found)?;
        let draft = AddLineDraft { sku: line.row.sku.clone(), quantity: pieces, free_form: texts };
        let article = line.article();
        let accepted = check_add_line(&draft, article.as_ref(), self.site, "").map_err(Failure::broken)?;
        let rule = article.map(|article| article.rule).unwrap_or_default();
        let identity = pool::identity(&draft.sku, &accepted.free_form);
        line.row.identity.clone_from(&identity);
        line.row.quantity = i64::from(accepted.quantity.get());
        line.row.free_form = encode(&accepted.free_form)?;
        line.free_form = accepted.free_form.clone();
        let same = self.lines.iter_mut().find(|other| other.row.identity == identity && other.row.id != id);
        let Some(same) = same else { return Ok(()) };
        let joined = add_pieces(same.pieces(), accepted.quantity, rule);
        same.row.quantity = i64::from(joined.map_err(|error| Failure::broken(vec![error.at("quantity")]))?.get());
        same.free_form = std::mem::take(&mut same.free_form).joined(&accepted.free_form);
        same.row.free_form = encode(&same.free_form)?;
        self.remove(&BTreeSet::from([id]));
        Ok(())
    }

    /// Pieces of a line.
    pub fn pieces(&self, id: &str) -> Option<i64> {
        self.lines.iter().find(|line| line.row.id == id).map(|line| line.row.quantity)
    }

    /// Takes lines away.
    pub fn remove(&mut self, ids: &BTreeSet<&str>) {
        let (gone, kept) =
            std::mem::take(&mut self.lines).into_iter().partition(|line| ids.contains(line.row.id.as_str()));
        self.lines = kept;
        self.take(gone);
    }

    /// Takes every line away that is here.
    pub fn clear(&mut self) {
        let gone = std::mem::take(&mut self.lines);
        self.take(gone);
    }

    fn take(&mut self, gone: Vec<Line<'a>>) {
        self.gone.extend(gone.into_iter().filter_map(|line| self.stored.get(&line.row.id).cloned()));
    }

    /// Puts lines back that were taken out: in their old places, or to the same lines that came since.
    /// The pieces that no line can hold.
    pub fn put_back(&mut self, lines: Vec<Line<'a>>) -> Result<u64, Failure> {
        let mut left_out = 0_u64;
        for line in lines {
            match self.lines.iter_mut().find(|held| held.row.identity == line.row.identity) {
                Some(held) => left_out = left_out.saturating_add(held.join(&line)?),
                None => self.lines.push(line),
            }
        }
        self.lines.sort_by_key(|line| line.row.position);
        Ok(left_out)
    }

    /// Makes the cart and its lines, all of which are here, those of before.
    pub fn become_again(&mut self, cart: CartRow, lines: Vec<Line<'a>>) {
        self.cart = CartRow { priced_change: self.catalog.change, ..cart };
        let kept: BTreeSet<String> = lines.iter().map(|line| line.row.id.clone()).collect();
        let gone = std::mem::replace(&mut self.lines, lines);
        self.take(gone.into_iter().filter(|line| !kept.contains(&line.row.id)).collect());
    }

    /// Evaluates the lines and moves the cart's sums.
    pub fn finish(mut self, added_quantity: u64) -> Change {
        let pools = evaluate(self.lines, self.site);
        let sums = self.rest.plus(pool::sums_of(&pools));
        pool::note_sums(&mut self.cart, sums);
        let lines = pools.iter().flat_map(|pool| pool.lines.iter());
        let changed: Vec<&Line<'_>> = lines.filter(|line| self.stored.get(&line.row.id) != Some(&line.row)).collect();
        let named = || changed.iter().filter(|line| line.has_names()).map(|line| &line.row);
        let before = bytes_of(named().filter_map(|row| self.stored.get(&row.id)));
        let names_grew = bytes_of(named()).saturating_sub(before);
        let changed = changed.into_iter().map(|line| line.row.clone()).collect();
        let keys = view::card_keys(&pools);
        self.keys_before.sort_unstable();
        self.keys_before.dedup();
        self.keys_before.retain(|key| keys.binary_search(key).is_err());
        let view = CartChangeView {
            head: view::head(self.site, &self.cart, sums),
            cards: view::cards(&pools),
            removed_cards: self.keys_before,
            added_quantity,
            undo: String::new(),
        };
        Change { cart: self.cart, site: self.site, sums, changed, gone: self.gone, names_grew, view }
    }
}

/// What an [`Edit`] came to.
pub struct Change {
    /// The cart's row after it.
    pub cart: CartRow,
    site: Site,
    sums: Sums,
    /// Lines that are new or changed.
    pub changed: Vec<LineRow>,
    /// Lines that are gone, as they were.
    pub gone: Vec<LineRow>,
    /// Bytes of names and numbers, one a piece, that come.
    pub names_grew: u64,
    /// What goes out.
    pub view: CartChangeView,
}

impl Change {
    /// Refuses a cart that would hold too much.
    pub fn check_size(&self) -> Result<(), Failure> {
        refuse(check_cart_size(self.sums.lines, self.sums.merchandise))
    }

    /// Refuses a cart that would hold too much, and more than before.
    pub fn check_growth(&self, before: Sums) -> Result<(), Failure> {
        refuse(check_cart_growth((before.lines, before.merchandise), (self.sums.lines, self.sums.merchandise)))
    }

    /// Refuses a cart that holds so many bytes of names and would hold too many.
    pub fn check_names(&self, before: u64) -> Result<(), Failure> {
        let error = check_cart_texts(before.saturating_add(self.names_grew));
        error.map_or(Ok(()), |error| Err(Failure::broken(vec![error.at("lines")])))
    }

    /// Writes the lines and sums of a cart that is there, unless it would hold too many names.
    pub async fn write(&self, tx: &WriteTx) -> Result<(), Failure> {
        if self.names_grew > 0 {
            self.check_names(store::bytes_of_texts(tx, &self.cart.id).await?)?;
        }
        self.put(tx).await
    }

    /// Writes them whatever they hold.
    pub async fn put(&self, tx: &WriteTx) -> Result<(), Failure> {
        store::delete_lines(tx, &self.gone).await?;
        store::write_lines(tx, &self.changed);
        held::update_sums(tx, &self.cart);
        Ok(())
    }

    /// What goes out, with what is left of what is counted, and the marks of the owner's wishlist.
    pub async fn into_view(
        self,
        env: &Env,
        db: &impl ConnectionTrait,
        (catalog, wishes): (&Catalog, bool),
    ) -> Result<CartChangeView, Failure> {
        let Self { cart, site, mut view, .. } = self;
        stock::tell(env, db, catalog, &mut view.cards).await?;
        if wishes {
            wishlist::read_and_mark(db, site, &cart.visitor, &mut view.cards).await?;
        }
        Ok(view)
    }
}

fn refuse(errors: Vec<CartError>) -> Result<(), Failure> {
    let errors: Vec<FieldError> = errors.into_iter().map(|error| error.at("lines")).collect();
    if errors.is_empty() { Ok(()) } else { Err(Failure::broken(errors)) }
}

/// Bytes of the names and numbers of lines.
fn bytes_of<'a>(rows: impl IntoIterator<Item = &'a LineRow>) -> u64 {
    let bytes = rows.into_iter().fold(0_usize, |sum, row| sum.saturating_add(row.free_form.len()));
    u64::try_from(bytes).unwrap_or(u64::MAX)
}

fn encode(free_form: &FreeForm) -> Result<String, Failure> {
    serde_json::to_string(free_form.entries()).map_err(Failure::internal)
}
