//! A paper laid out on sheets: head, facts in columns, the table, words, places to sign, and what runs along on each page.

use crate::{
    font::{Run, Weight, set},
    paper::{Fact, Paper},
    sheet::{Ink, Mark, PAGE_HEIGHT, PAGE_WIDTH, SIDE, Sheets, WIDTH},
    style::{BODY, LEADING, RISE, SMALL, SMALL_LEADING, STRONG, line},
    table,
    tree::{Role, Tree},
};

/// Between columns of facts.
const GAP: f32 = 18.0;

/// One line of a text that is cut where there is no more room, for what runs along on each page.
fn cut(text: &str, style: (Weight, f32), width: f32) -> Run {
    let whole = line(text, style);
    if whole.width <= width {
        return whole;
    }
    let first = set(text, style, width - style.1).into_iter().next();
    first.map_or(whole, |run| line(&[run.text.trim_end(), "\u{2026}"].concat(), style))
}

/// The pages of a paper. Adds what it says to the tree.
pub fn compose(paper: &Paper, tree: &mut Tree) -> Vec<Vec<Mark>> {
    let section = tree.node(None, Role::Section);
    let mut sheets = Sheets::new(tree);
    head(&mut sheets, paper, section);
    facts(&mut sheets, &paper.columns, section);
    table::draw(&mut sheets, &paper.table, section);
    for words in &paper.words {
        say(&mut sheets, words, section);
    }
    sign(&mut sheets, &paper.signed, section);
    furnish(&mut sheets.pages, paper);
    sheets.pages
}

/// Whose it is at the left; what it is at the right.
fn head(sheets: &mut Sheets<'_>, paper: &Paper, section: usize) {
    let half = WIDTH / 2.0 - GAP;
    let mut left = 0.0;
    let brand = sheets.tree.said(section, Role::Paragraph);
    for run in set(&paper.brand, (Weight::Strong, 17.0), half) {
        sheets.text(SIDE, left + 16.0, run, Ink::Black, Some(brand));
        left += 21.0;
    }
    left += 2.0;
    let contact = (!paper.contact.is_empty()).then(|| sheets.tree.said(section, Role::Paragraph));
    for text in &paper.contact {
        for run in set(text, SMALL, half) {
            sheets.text(SIDE, left + SMALL_LEADING * RISE - 2.0, run, Ink::Gray, contact);
            left += SMALL_LEADING;
        }
    }
    let title = sheets.tree.node(Some(section), Role::Title);
    if let Some(node) = sheets.tree.nodes.get_mut(title) {
        node.text = [paper.title.as_str(), " ", &paper.number].concat();
    }
    let leaf = sheets.tree.leaf(title);
    let right = SIDE + WIDTH;
    let mut drop = 0.0;
    for run in set(&paper.title, (Weight::Strong, 14.0), half) {
        sheets.text_to(right, drop + 15.0, run, Ink::Black, Some(leaf));
        drop += 18.0;
    }
    drop += 2.0;
    for run in set(&paper.number, (Weight::Strong, 10.0), half) {
        sheets.text_to(right, drop + 10.0, run, Ink::Black, Some(leaf));
        drop += 13.0;
    }
    if !paper.date.is_empty() {
        let leaf = sheets.tree.said(section, Role::Paragraph);
        sheets.text_to(right, drop + 9.0, line(&paper.date, BODY), Ink::Gray, Some(leaf));
        drop += LEADING;
    }
    sheets.y += left.max(drop) + 9.0;
    let y = sheets.y;
    sheets.draw(Mark::Block(SIDE, y, WIDTH, 1.2, Ink::Black));
    sheets.y += 14.0;
}

/// Lists of facts beside each other. What does not fit on the page goes on, in one column, on the next.
fn facts(sheets: &mut Sheets<'_>, columns: &[Vec<Fact>], section: usize) {
    let columns: Vec<&Vec<Fact>> = columns.iter().filter(|column| !column.is_empty()).collect();
    let count = u16::try_from(columns.len()).map_or(1.0, f32::from).max(1.0);
    let width = (WIDTH - GAP * (count - 1.0)) / count;
    let set_column = |facts: &&Vec<Fact>| facts.iter().map(|fact| Told::new(fact, width)).collect::<Vec<_>>();
    let told: Vec<Vec<Told>> = columns.iter().map(set_column).collect();
    let height = |column: &Vec<Told>| column.iter().map(Told::height).sum::<f32>();
    let highest = told.iter().map(height).fold(0.0, f32::max);
    if sheets.fits(highest) {
        let top = sheets.y;
        let mut x = SIDE;
        for column in told {
            sheets.y = top;
            for fact in column {
                fact.draw(sheets, x, section);
            }
            x += width + GAP;
        }
        sheets.y = top + highest;
    } else {
        for facts in columns {
            for fact in facts {
                Told::new(fact, WIDTH).draw(sheets, SIDE, section);
            }
        }
    }
    if highest > 0.0 {
        sheets.y += 8.0;
    }
}

/// A fact with its lines set.
struct Told {
    label: Run,
    lines: Vec<Run>,
}

impl Told {
    fn new(fact: &Fact, width: f32) -> Self {
        let lines = fact.lines.iter().flat_map(|text| set(text, BODY, width)).collect();
        Self { label: cut(&fact.label, SMALL, width), lines }
    }

    fn height(&self) -> f32 {
        let count = u16::try_from(self.lines.len()).map_or(0.0, f32::from);
        SMALL_LEADING + 1.0 + count * LEADING + 7.0
    }

    fn draw(self, sheets: &mut Sheets<'_>, x: f32, section: usize) {
        if !sheets.fits(SMALL_LEADING + 1.0 + LEADING) {
            sheets.turn();
        }
        let leaf = sheets.tree.said(section, Role::Paragraph);
        sheets.text(x, SMALL.1 * RISE, self.label, Ink::Gray, Some(leaf));
        sheets.y += SMALL_LEADING + 1.0;
        for run in self.lines {
            if !sheets.fits(LEADING) {
                sheets.turn();
            }
            sheets.text(x, BODY.1 * RISE, run, Ink::Black, Some(leaf));
            sheets.y += LEADING;
        }
        sheets.y += 7.0;
    }
}

/// Words with a heading, below everything.
fn say(sheets: &mut Sheets<'_>, words: &Fact, section: usize) {
    let lines: Vec<Run> = words.lines.iter().flat_map(|text| set(text, BODY, WIDTH * 0.75)).collect();
    let first = if words.label.is_empty() { 0.0 } else { LEADING + 2.0 };
    sheets.y += 14.0;
    // A heading stays with two of its lines.
    if !sheets.fits(first + LEADING * 2.0) {
        sheets.turn();
    }
    if !words.label.is_empty() {
        let heading = sheets.tree.node(Some(section), Role::Heading);
        if let Some(node) = sheets.tree.nodes.get_mut(heading) {
            node.text.clone_from(&words.label);
        }
        let leaf = sheets.tree.leaf(heading);
        sheets.text(SIDE, STRONG.1 * RISE, cut(&words.label, STRONG, WIDTH), Ink::Black, Some(leaf));
        sheets.y += first;
    }
    let leaf = sheets.tree.said(section, Role::Paragraph);
    for run in lines {
        if !sheets.fits(LEADING) {
            sheets.turn();
        }
        sheets.text(SIDE, BODY.1 * RISE, run, Ink::Gray, Some(leaf));
        sheets.y += LEADING;
    }
}

/// Lines to write on, beside each other, with what is to be written below them.
fn sign(sheets: &mut Sheets<'_>, labels: &[String], section: usize) {
    if labels.is_empty() {
        return;
    }
    let height = 34.0 + SMALL_LEADING;
    if !sheets.fits(height) {
        sheets.turn();
    }
    let count = u16::try_from(labels.len()).map_or(1.0, f32::from);
    let width = (WIDTH - GAP * (count - 1.0)) / count;
    let mut x = SIDE;
    for label in labels {
        let y = sheets.y + 34.0;
        sheets.draw(Mark::Block(x, y, width, 0.6, Ink::Gray));
        let leaf = sheets.tree.said(section, Role::Paragraph);
        sheets.text(x, 34.0 + SMALL_LEADING, cut(label, SMALL, width), Ink::Gray, Some(leaf));
        x += width + GAP;
    }
    sheets.y += height;
}

/// Page numbers on each page; from the second on also whose and which it is.
fn furnish(pages: &mut [Vec<Mark>], paper: &Paper) {
    let count = pages.len();
    for (page, number) in pages.iter_mut().zip(1_usize..) {
        let told = line(&format!("Page {number} of {count}"), SMALL);
        let below = cut(&[&paper.brand, " \u{b7} ", &paper.title, " ", &paper.number].concat(), SMALL, WIDTH * 0.75);
        let y = PAGE_HEIGHT - 34.0;
        page.push(Mark::Block(SIDE, y - 12.0, WIDTH, 0.6, Ink::Line));
        page.push(Mark::Text(PAGE_WIDTH - SIDE - told.width, y, told, Ink::Gray, None));
        page.push(Mark::Text(SIDE, y, below, Ink::Gray, None));
        if number > 1 {
            let what = cut(&[&paper.title, " ", &paper.number].concat(), STRONG, WIDTH / 2.0);
            page.push(Mark::Text(PAGE_WIDTH - SIDE - what.width, 52.0, what, Ink::Black, None));
            page.push(Mark::Text(SIDE, 52.0, cut(&paper.brand, STRONG, WIDTH / 2.0), Ink::Black, None));
            page.push(Mark::Block(SIDE, 60.0, WIDTH, 0.6, Ink::Black));
        }
    }
}
