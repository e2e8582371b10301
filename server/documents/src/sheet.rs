//! Sheets of US Letter with what is drawn on them, top down. Not here: what a paper is made of (`compose`), the file (`file`).

use crate::{
    font::Run,
    tree::{Leaf, Tree},
};

/// US Letter: 8.5 inches.
pub const PAGE_WIDTH: f32 = 612.0;
/// 11 inches.
pub const PAGE_HEIGHT: f32 = 792.0;
/// Left and right: three quarters of an inch, which every printer reaches.
pub const SIDE: f32 = 54.0;
/// Between the sides.
pub const WIDTH: f32 = PAGE_WIDTH - 2.0 * SIDE;
/// Where a first page begins.
const TOP: f32 = 50.0;
/// Where the others do, below their running head.
const TOP_LATER: f32 = 76.0;
/// Where what is said ends; below it are the page numbers.
pub const BOTTOM: f32 = PAGE_HEIGHT - 58.0;

/// How dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// What is read.
    Black,
    /// What helps reading: 7 to 1 on white.
    Gray,
    /// Rules between things.
    Line,
    /// Behind heads.
    Wash,
}

/// Something on a sheet. Coordinates are points from the top left; a text's is where its letters stand.
#[derive(Debug, Clone)]
pub enum Mark {
    /// A text, for a leaf of what is said; without one it is furniture of the page.
    Text(f32, f32, Run, Ink, Option<Leaf>),
    /// A filled rectangle: left, top, width, height.
    Block(f32, f32, f32, f32, Ink),
}

/// Sheets of one paper, and where the next thing goes.
pub struct Sheets<'a> {
    /// What is said, of all papers.
    pub tree: &'a mut Tree,
    /// What is drawn.
    pub pages: Vec<Vec<Mark>>,
    /// How far down the last one is used.
    pub y: f32,
}

impl<'a> Sheets<'a> {
    /// A first page.
    pub fn new(tree: &'a mut Tree) -> Self {
        Self { tree, pages: vec![Vec::new()], y: TOP }
    }

    /// Another page.
    pub fn turn(&mut self) {
        self.pages.push(Vec::new());
        self.y = TOP_LATER;
    }

    /// Points that are left on the page.
    pub fn room(&self) -> f32 {
        BOTTOM - self.y
    }

    /// Whether the page has room for so much.
    pub fn fits(&self, height: f32) -> bool {
        // What was added up from parts may be a hair more than the whole.
        height <= self.room() + 0.01
    }

    /// Points of a whole later page.
    pub const fn whole() -> f32 {
        BOTTOM - TOP_LATER
    }

    /// Draws something on the last page.
    pub fn draw(&mut self, mark: Mark) {
        if let Some(page) = self.pages.last_mut() {
            page.push(mark);
        }
    }

    /// Draws a text whose letters stand `drop` below where things go now.
    pub fn text(&mut self, x: f32, drop: f32, run: Run, ink: Ink, leaf: Option<Leaf>) {
        let y = self.y + drop;
        self.draw(Mark::Text(x, y, run, ink, leaf));
    }

    /// A text that ends at `right`.
    pub fn text_to(&mut self, right: f32, drop: f32, run: Run, ink: Ink, leaf: Option<Leaf>) {
        self.text(right - run.width, drop, run, ink, leaf);
    }

    /// A hairline across.
    pub fn rule(&mut self, x: f32, width: f32, drop: f32) {
        let y = self.y + drop;
        self.draw(Mark::Block(x, y, width, 0.6, Ink::Line));
    }
}
