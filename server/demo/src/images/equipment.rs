//! Drawings: protective wear, nets and goals, training equipment.

use super::studio::{Drawing, Light, Paint, Piece, Stand};

/// Steel tubing.
const STEEL: Paint = Paint::Fixed("#AEB8C3");

/// The equipment.
pub const ALL: &[Drawing] = &[
    Drawing {
        name: "shoulder-pads",
        stand: Stand::Floor(400, 660, 270),
        pieces: &[
            Piece {
                body: "M250 300C180 290 110 330 90 410C84 450 100 480 130 484C180 490 240 480 280 450ZM550 300C620 290 690 330 710 410C716 450 700 480 670 484C620 490 560 480 520 450Z",
                light: Light::Gloss,
                decor: &[r#"[[<path d="M90 440C140 460 210 450 270 410V440C210 480 140 490 86 466Z" fill="{t}"/>]]"#],
                ..Piece::NONE
            },
            Piece {
                body: "M310 190C250 200 180 230 150 300C146 340 170 360 210 360L250 350C236 440 236 540 260 640C290 664 350 664 384 640L392 380H408L416 640C450 664 510 664 540 640C564 540 564 440 550 350L590 360C630 360 654 340 650 300C620 230 550 200 490 190C470 250 440 280 400 284C360 280 330 250 310 190Z",
                light: Light::Gloss,
                behind: &[
                    r##"<path d="M310 190C340 160 460 160 490 190C480 260 440 290 400 290C360 290 320 260 310 190Z" fill="#1A222D"/>"##,
                ],
                dark: "M250 350C300 400 340 420 392 420V380L300 340ZM550 350C500 400 460 420 408 420V380L500 340ZM260 640C290 590 330 570 384 580V640Z",
                bright: "M190 290C220 240 270 220 300 230C280 280 240 310 200 320ZM280 430C330 420 350 460 340 540C300 550 276 500 280 430Z",
                over: &[
                    r##"[[<path d="M310 200C332 260 362 290 400 294" fill="none" stroke="{t}" stroke-width="16"/><path d="M270 430C310 450 350 456 386 452M268 520C310 536 350 540 386 538" fill="none" stroke="{c--}" stroke-opacity=".5" stroke-width="5"/><path d="M180 330C220 320 250 300 280 270" fill="none" stroke="{c~}" stroke-width="3" opacity=".6"/><g fill="#D5DBE2" stroke="#59636F" stroke-width="2"><circle cx="236" cy="330" r="9"/><circle cx="300" cy="600" r="9"/><circle cx="352" cy="600" r="9"/></g>]]<path d="M378 420H422M376 470H424M376 520H424" stroke="#EEF1F4" stroke-width="8"/><path d="M366 330H434V366H366Z" fill="{t}"/>"##,
                ],
                ..Piece::NONE
            },
        ],
    },
    Drawing {
        name: "shin-guards",
        stand: Stand::Hung,
        pieces: &[
            Piece {
                body: "M180 130C220 104 300 104 350 132C372 250 364 400 340 540C330 610 310 650 270 660C230 652 206 610 196 540C170 400 160 250 180 130Z",
                light: Light::Gloss,
                decor: &[
                    r#"<path d="M222 150L270 210L318 150V240L270 300L222 240Z" fill="{t}"/><path d="M230 320L270 366L310 320V370L270 416L230 370ZM240 440L270 474L300 440V484L270 518L240 484Z" fill="{t}" opacity=".85"/>"#,
                ],
                bright: "M200 170C220 150 230 300 226 420C206 440 190 280 200 170Z",
                over: &[r#"<path d="M166 300H366V330H166ZM184 480H352V508H184Z" fill="{c--}" opacity=".7"/>"#],
                ..Piece::NONE
            },
            Piece {
                body: "M450 150C500 124 580 124 620 150C640 270 630 420 604 560C594 630 570 670 530 680C490 672 470 630 460 560C436 420 430 270 450 150Z",
                light: Light::Gloss,
                decor: &[
                    r#"<path d="M486 170L534 230L582 170V260L534 320L486 260Z" fill="{t}"/><path d="M494 340L534 386L574 340V390L534 436L494 390ZM504 460L534 494L564 460V504L534 538L504 504Z" fill="{t}" opacity=".85"/>"#,
                ],
                bright: "M466 190C486 170 496 320 492 440C472 460 456 300 466 190Z",
                over: &[r#"<path d="M432 320H634V350H432ZM450 500H618V528H450Z" fill="{c--}" opacity=".7"/>"#],
                ..Piece::NONE
            },
        ],
    },
    Drawing {
        name: "knee-pads",
        stand: Stand::Hung,
        pieces: &[
            Piece {
                body: "M150 170C200 150 310 150 356 172C370 300 370 460 350 640C300 660 210 660 160 640C138 460 136 300 150 170Z",
                decor: &[
                    r#"<path d="M172 290C230 260 290 260 336 290C350 380 346 450 330 520C290 550 220 550 178 520C160 450 158 380 172 290Z" fill="{t}"/><path d="M172 360H340M170 440H340" stroke="{ts}" stroke-opacity=".5" stroke-width="5"/><path d="M140 150H370V200H140ZM140 610H370V670H140Z" fill="{c-}"/>"#,
                ],
                dark: "M150 230C200 260 300 260 356 230V260C300 284 200 284 150 260Z",
                bright: "M196 310C230 290 240 330 230 420C206 440 186 370 196 310Z",
                ..Piece::NONE
            },
            Piece {
                body: "M450 190C500 170 610 170 656 192C670 320 670 480 650 660C600 680 510 680 460 660C438 480 436 320 450 190Z",
                decor: &[
                    r#"<path d="M472 310C530 280 590 280 636 310C650 400 646 470 630 540C590 570 520 570 478 540C460 470 458 400 472 310Z" fill="{t}"/><path d="M472 380H640M470 460H640" stroke="{ts}" stroke-opacity=".5" stroke-width="5"/><path d="M440 170H670V220H440ZM440 630H670V690H440Z" fill="{c-}"/>"#,
                ],
                dark: "M450 250C500 280 600 280 656 250V280C600 304 500 304 450 280Z",
                bright: "M496 330C530 310 540 350 530 440C506 460 486 390 496 330Z",
                ..Piece::NONE
            },
        ],
    },
    Drawing {
        name: "bat",
        stand: Stand::Floor(400, 690, 260),
        pieces: &[Piece {
            body: "M648 96C676 90 706 120 700 150C670 230 560 340 440 440C360 504 280 570 196 644L204 656C200 676 184 690 166 686C144 680 126 660 122 640C120 622 134 608 152 606L164 614C236 528 300 448 366 370C460 254 570 130 648 96Z",
            light: Light::Gloss,
            decor: &[
                r##"<path d="M540 170L630 250L560 330L470 250Z" fill="{t}"/><path d="M404 320L440 356L420 376L384 340Z" fill="{t}"/><path d="M100 700L160 590L300 480L330 512L190 680Z" fill="#20262F"/><path d="M180 610L206 640M204 586L232 616M228 562L258 592M254 538L284 566M280 514L308 540" stroke="#5A6572" stroke-width="6"/>"##,
            ],
            bright: "M640 110C560 160 470 250 390 350L410 360C490 270 580 170 670 120Z",
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "goal",
        stand: Stand::Floor(400, 650, 340),
        pieces: &[Piece {
            behind: &[
                r##"<pattern id="{id}n" width="26" height="26" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0h26M0 0v26" stroke="{c-}" stroke-width="2.6" fill="none"/></pattern><path d="M96 200H704L640 250H160Z" fill="url(#{id}n)" opacity=".8"/><path d="M160 250H640V610H160Z" fill="url(#{id}n)" opacity=".6"/><path d="M96 200L160 250V610L96 640ZM704 200L640 250V610L704 640Z" fill="url(#{id}n)" opacity=".95"/><path d="M160 250H640M160 250V610H640V250M96 640L160 610M704 640L640 610M96 200L160 250M704 200L640 250" fill="none" stroke="#98A3AF" stroke-width="8"/>"##,
            ],
            body: "M84 190H716V648H692V214H108V648H84Z",
            paint: Paint::Fixed("#F5F7F9"),
            light: Light::Gloss,
            decor: &[r#"<path d="M84 560H108V648H84ZM692 560H716V648H692Z" fill="{t}"/>"#],
            over: &[r##"<path d="M90 196H710" stroke="#fff" stroke-width="4"/>"##],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "net",
        stand: Stand::Floor(400, 690, 330),
        pieces: &[
            Piece {
                behind: &[
                    r##"<pattern id="{id}n" width="28" height="28" patternUnits="userSpaceOnUse"><path d="M0 0h28M0 0v28" stroke="#2A333F" stroke-width="3" fill="none"/></pattern><path d="M130 226L670 206V396L130 410Z" fill="url(#{id}n)" opacity=".8"/><path d="M126 220L674 198V234L126 252Z" fill="{t}" stroke="{t--}" stroke-opacity=".4" stroke-width="2"/><path d="M126 400L674 386V402L126 418Z" fill="{t}"/><path d="M150 219H172V418H150ZM628 200H650V404H628Z" fill="{c}"/>"##,
                ],
                body: "M104 150H132V680H104ZM668 130H696V680H668Z",
                paint: STEEL,
                light: Light::Gloss,
                ..Piece::NONE
            },
            Piece { body: "M96 420H140V640H96ZM660 400H704V640H660Z", light: Light::Gloss, ..Piece::NONE },
            Piece {
                body: "M60 672C60 660 176 660 176 672V692H60ZM624 672C624 660 740 660 740 672V692H624Z",
                paint: Paint::Fixed("#39434F"),
                light: Light::Gloss,
                ..Piece::NONE
            },
        ],
    },
    Drawing {
        name: "hoop",
        stand: Stand::Hung,
        pieces: &[Piece {
            body: "M150 120H650C664 120 672 128 672 142V440C672 454 664 462 650 462H150C136 462 128 454 128 440V142C128 128 136 120 150 120Z",
            paint: Paint::Fixed("#F4F7FA"),
            light: Light::Gloss,
            decor: &[
                r##"<path d="M128 120H672V462H128Z" fill="none" stroke="{c}" stroke-width="28"/><path d="M316 250H484V386H316Z" fill="none" stroke="{c}" stroke-width="14"/><path d="M200 130L420 130L260 460H130V300Z" fill="#fff" opacity=".35"/>"##,
            ],
            over: &[
                r##"<path d="M352 404H448V450H352Z" fill="#3B4550"/><path d="M300 470C300 450 500 450 500 470" fill="none" stroke="{t--}" stroke-width="14"/><path d="M306 474L332 620L356 480L366 636L400 484L434 636L444 480L468 620L494 474M316 540L350 560L382 560L418 560L450 560L484 540M332 620L366 600L400 636L434 600L468 620" fill="none" stroke="#fff" stroke-width="7"/><path d="M306 474L332 620L356 480L366 636L400 484L434 636L444 480L468 620L494 474" fill="none" stroke="#7B8794" stroke-width="1.5"/><path d="M292 468C292 496 508 496 508 468" fill="none" stroke="#C8441B" stroke-width="17" stroke-linecap="round"/><path d="M300 472C310 484 380 488 400 488" fill="none" stroke="#F59A6B" stroke-width="4"/>"##,
            ],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "cone",
        stand: Stand::Floor(400, 670, 270),
        pieces: &[
            Piece {
                body: "M150 610H650C670 610 680 624 676 644L672 668C668 680 660 684 646 684H154C140 684 132 680 128 668L124 644C120 624 130 610 150 610Z",
                light: Light::Gloss,
                ..Piece::NONE
            },
            Piece {
                body: "M362 150C364 136 436 136 438 150L568 600C574 636 226 636 232 600Z",
                decor: &[
                    r#"<path d="M320 300C360 320 440 320 480 300L506 390C450 416 350 416 294 390ZM270 470C340 500 460 500 530 470L546 524C460 556 340 556 254 524Z" fill="{t}"/>"#,
                ],
                bright: "M376 170C360 300 320 460 300 580C350 600 360 480 392 180Z",
                over: &[
                    r##"<ellipse cx="400" cy="151" rx="37" ry="11" fill="{c--}"/><ellipse cx="400" cy="154" rx="26" ry="6" fill="#0B1018"/>"##,
                ],
                ..Piece::NONE
            },
        ],
    },
    Drawing {
        name: "disc-cones",
        stand: Stand::Floor(400, 660, 300),
        pieces: &[
            Piece {
                body: "M110 620C130 560 260 516 400 516C540 516 670 560 690 620C680 666 560 690 400 690C240 690 120 666 110 620Z",
                paint: Paint::Second,
                light: Light::Gloss,
                ..Piece::NONE
            },
            Piece {
                body: "M120 560C140 500 260 456 400 456C540 456 660 500 680 560C670 606 560 630 400 630C240 630 130 606 120 560Z",
                light: Light::Gloss,
                ..Piece::NONE
            },
            Piece {
                body: "M130 500C150 440 270 396 400 396C530 396 650 440 670 500C660 546 550 570 400 570C250 570 140 546 130 500Z",
                paint: Paint::Second,
                light: Light::Gloss,
                ..Piece::NONE
            },
            Piece {
                body: "M140 440C160 380 270 300 340 290C370 284 430 284 460 290C530 300 640 380 660 440C650 486 550 510 400 510C250 510 150 486 140 440Z",
                light: Light::Gloss,
                bright: "M260 350C300 320 340 310 360 310C300 350 260 400 230 450C200 430 220 380 260 350Z",
                over: &[
                    r##"<ellipse cx="400" cy="300" rx="70" ry="20" fill="{c--}"/><ellipse cx="400" cy="306" rx="56" ry="12" fill="#0B1018" opacity=".7"/><path d="M170 440C190 470 280 490 400 490" fill="none" stroke="{c+}" stroke-width="4" opacity=".6"/>"##,
                ],
                ..Piece::NONE
            },
        ],
    },
    Drawing {
        name: "whistle",
        stand: Stand::Floor(400, 640, 230),
        pieces: &[Piece {
            behind: &[
                r#"<path d="M560 340C640 240 600 110 470 90C330 70 200 150 220 250C236 320 330 300 330 240" fill="none" stroke="{ts}" stroke-opacity=".35" stroke-width="20" transform="translate(4 10)"/><path d="M560 340C640 240 600 110 470 90C330 70 200 150 220 250C236 320 330 300 330 240" fill="none" stroke="{t}" stroke-width="17"/><path d="M560 340C640 240 600 110 470 90C330 70 200 150 220 250" fill="none" stroke="{t--}" stroke-opacity=".5" stroke-width="3" stroke-dasharray="12 8"/>"#,
            ],
            body: "M130 400C130 386 140 378 156 378L380 372C420 360 470 350 520 356C620 368 680 440 670 510C660 590 590 640 510 632C440 624 400 580 390 520L380 506L156 490C140 488 130 480 130 466Z",
            light: Light::Gloss,
            dark: "M400 520C420 600 500 640 570 620C500 640 430 600 410 530ZM130 470L380 490V510L130 490Z",
            bright: "M160 390L370 384V404L160 412ZM470 380C540 372 610 410 630 460C590 420 530 400 460 410Z",
            over: &[
                r##"<path d="M300 378L400 370L392 428L312 432Z" fill="#0B1018"/><path d="M312 432L392 428L394 420L306 424Z" fill="{c+}" opacity=".6"/><circle cx="530" cy="494" r="72" fill="{c-}" stroke="{c--}" stroke-opacity=".6" stroke-width="3"/><circle cx="530" cy="494" r="50" fill="none" stroke="{n}" stroke-opacity=".85" stroke-width="7"/><path d="M508 498L530 474L552 498M514 516L530 500L546 516" fill="none" stroke="{n}" stroke-width="7"/><circle cx="566" cy="340" r="20" fill="none" stroke="#8F9AA6" stroke-width="9"/>"##,
            ],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "hurdle",
        stand: Stand::Floor(400, 680, 300),
        pieces: &[Piece {
            behind: &[
                r##"<path d="M190 290L170 676M610 290L630 676M170 676L90 690M630 676L710 690" fill="none" stroke="#6B7682" stroke-width="22" stroke-linecap="round"/><path d="M186 290L166 676M606 290L626 676" fill="none" stroke="#DCE2E8" stroke-width="6"/><path d="M180 500H620" stroke="#8B96A2" stroke-width="10"/>"##,
            ],
            body: "M120 200H680V300H120Z",
            decor: &[
                r#"<path d="M120 200H230L190 300H120ZM330 200H470L430 300H290ZM570 200H680V300H530Z" fill="{t}"/>"#,
            ],
            light: Light::Gloss,
            over: &[r##"<path d="M124 206H676" stroke="#fff" stroke-opacity=".6" stroke-width="4"/>"##],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "ladder",
        stand: Stand::Floor(360, 600, 300),
        pieces: &[
            Piece {
                body: "M80 640L420 240H436L110 652ZM366 690L620 250H634L396 700Z",
                paint: Paint::Second,
                light: Light::Flat,
                ..Piece::NONE
            },
            Piece {
                body: "M112 594L394 640L378 668L90 622ZM180 512L440 550L426 574L162 536ZM240 440L480 470L468 492L224 462ZM292 378L514 402L504 420L278 396ZM338 322L544 342L536 358L326 338ZM378 274L570 290L562 304L368 288Z",
                light: Light::Gloss,
                over: &[
                    r##"<path d="M118 600L390 644M186 518L436 555M246 445L476 474M298 382L510 405M343 325L540 345M382 277L566 292" stroke="{h}" stroke-opacity=".5" stroke-width="3"/><g fill="#20262F"><circle cx="104" cy="612" r="7"/><circle cx="386" cy="655" r="7"/><circle cx="174" cy="527" r="6"/><circle cx="432" cy="563" r="6"/><circle cx="235" cy="454" r="6"/><circle cx="474" cy="482" r="6"/></g>"##,
                ],
                ..Piece::NONE
            },
        ],
    },
    Drawing {
        name: "kettlebell",
        stand: Stand::Floor(400, 680, 220),
        pieces: &[Piece {
            body: "M270 340C240 250 270 130 330 116C370 106 430 106 470 116C530 130 560 250 530 340C590 390 620 450 612 530C600 610 560 660 510 680H290C240 660 200 610 188 530C180 450 210 390 270 340ZM330 310C370 296 430 296 470 310C480 260 476 200 450 176C430 166 370 166 350 176C324 200 320 260 330 310Z",
            light: Light::Ball,
            decor: &[r#"<path d="M180 440C300 480 500 480 620 440V520C500 560 300 560 180 520Z" fill="{t}"/>"#],
            bright: "M286 400C330 360 380 370 380 400C320 420 280 480 260 560C220 520 230 450 286 400Z",
            over: &[
                r#"<path d="M356 492L400 458L444 492M364 520L400 492L436 520" fill="none" stroke="{c}" stroke-width="14"/>"#,
            ],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "dumbbell",
        stand: Stand::Floor(400, 590, 300),
        pieces: &[
            Piece {
                body: "M250 372H550V428H250Z",
                paint: STEEL,
                light: Light::Gloss,
                over: &[
                    r##"<pattern id="{id}p" width="10" height="10" patternUnits="userSpaceOnUse"><path d="M0 10L10 0M0 0L10 10" stroke="#3F4954" stroke-width="1.5"/></pattern><path d="M290 374H510V426H290Z" fill="url(#{id}p)"/>"##,
                ],
                ..Piece::NONE
            },
            Piece {
                body: "M120 300L170 230H240L290 300V500L240 570H170L120 500ZM510 300L560 230H630L680 300V500L630 570H560L510 500Z",
                light: Light::Gloss,
                decor: &[
                    r#"<path d="M240 230L290 300V500L240 570ZM560 230L510 300V500L560 570Z" fill="{c-}" opacity=".8"/><path d="M170 230H240V570H170ZM560 230H630V570H560Z" fill="{t}" opacity=".16"/>"#,
                ],
                bright: "M140 310L180 250H220V300L150 330ZM580 250H620L664 310L600 330Z",
                over: &[
                    r#"<path d="M180 380L196 368V434M216 376L226 368H246L256 376V392L216 424V434H258M570 380L586 368V434M606 376L616 368H636L646 376V392L606 424V434H648" fill="none" stroke="{n}" stroke-width="11"/>"#,
                ],
                ..Piece::NONE
            },
        ],
    },
    Drawing {
        name: "stopwatch",
        stand: Stand::Floor(400, 690, 190),
        pieces: &[
            Piece {
                behind: &[
                    r##"<path d="M400 130C340 40 180 60 170 180C166 240 210 260 250 240" fill="none" stroke="{t}" stroke-width="16"/><path d="M376 100H424V170H376Z" fill="#8D98A4"/><path d="M364 84H436V120H364Z" fill="#39434F"/><path d="M560 196L604 236L576 262L534 222ZM240 196L196 236L224 262L266 222Z" fill="#39434F"/>"##,
                ],
                body: "M400 160C550 160 636 270 636 420C636 570 550 684 400 684C250 684 164 570 164 420C164 270 250 160 400 160Z",
                light: Light::Ball,
                ..Piece::NONE
            },
            Piece {
                body: "M272 306H528C546 306 556 316 556 334V500C556 518 546 528 528 528H272C254 528 244 518 244 500V334C244 316 254 306 272 306Z",
                paint: Paint::Fixed("#C6D3C4"),
                light: Light::Flat,
                decor: &[r##"<path d="M244 306H556V340H244Z" fill="#10161F" opacity=".22"/>"##],
                over: &[
                    r##"<g fill="none" stroke="#17211B" stroke-width="13" stroke-linejoin="bevel"><path d="M278 372H318V458H278ZM344 372H384V414H344V458H386M434 372V458M462 372H504V458H462M470 414H504"/></g><g fill="#17211B"><circle cx="408" cy="396" r="6"/><circle cx="408" cy="436" r="6"/></g><path d="M284 496H420" stroke="#17211B" stroke-width="7" stroke-dasharray="16 8"/><g fill="{t}" stroke="#10161F" stroke-opacity=".4" stroke-width="3"><circle cx="330" cy="602" r="26"/><circle cx="470" cy="602" r="26"/></g><path d="M346 240H454" stroke="{n}" stroke-width="11"/>"##,
                ],
                ..Piece::NONE
            },
        ],
    },
    Drawing {
        name: "scoreboard",
        stand: Stand::Floor(400, 660, 330),
        pieces: &[Piece {
            behind: &[r##"<path d="M180 590L150 660M620 590L650 660" stroke="#39434F" stroke-width="20"/>"##],
            body: "M100 180H700C716 180 724 188 724 204V580C724 596 716 604 700 604H100C84 604 76 596 76 580V204C76 188 84 180 100 180Z",
            light: Light::Gloss,
            decor: &[
                r##"<path d="M104 290H344V540H104ZM456 290H696V540H456ZM366 330H434V420H366Z" fill="#0C1116"/><path d="M76 180H724V256H76Z" fill="{t}" opacity=".96"/>"##,
            ],
            over: &[
                r##"<g fill="none" stroke="#3A1210" stroke-width="24"><path d="M134 320H204V506H134ZM134 414H204M244 320H314V506H244ZM244 414H314M486 320H556V506H486ZM486 414H556M596 320H666V506H596ZM596 414H666"/></g><g fill="none" stroke="#FF5A3C" stroke-width="20" stroke-linejoin="bevel"><path d="M134 414V320H204V414M204 400V506H134M134 414H204M314 320H244V414H314V506H244M486 320H556V414H486V506H556M596 320V414H666M666 320V506"/></g><path d="M386 352H414V400H386" fill="none" stroke="#FFC247" stroke-width="11"/>"##,
            ],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "racket",
        stand: Stand::Hung,
        pieces: &[Piece {
            body: "M400 84C520 84 590 180 590 290C590 390 530 450 448 486C430 500 424 520 424 550V708C424 724 414 734 400 734C386 734 376 724 376 708V550C376 520 370 500 352 486C270 450 210 390 210 290C210 180 280 84 400 84ZM400 116C300 116 244 200 244 290C244 380 310 440 400 452C490 440 556 380 556 290C556 200 500 116 400 116Z",
            behind: &[
                r##"<pattern id="{id}n" width="24" height="24" patternUnits="userSpaceOnUse"><path d="M0 4h24M4 0v24" stroke="#7F8A96" stroke-width="2.5" fill="none"/></pattern><path d="M400 116C300 116 244 200 244 290C244 380 310 440 400 452C490 440 556 380 556 290C556 200 500 116 400 116Z" fill="url(#{id}n)"/>"##,
            ],
            light: Light::Gloss,
            decor: &[
                r##"<path d="M360 590H440V750H360Z" fill="#20262F"/><path d="M370 620L430 600M370 650L430 630M370 680L430 660M370 710L430 690" stroke="#5A6572" stroke-width="5"/><path d="M200 180L280 120L300 160L240 250ZM600 180L520 120L500 160L560 250Z" fill="{t}"/>"##,
            ],
            over: &[r#"<path d="M330 470C370 500 430 500 470 470" fill="none" stroke="{t}" stroke-width="7"/>"#],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "bases",
        stand: Stand::Floor(400, 640, 320),
        pieces: &[
            Piece {
                body: "M400 330L620 400L400 490L180 400Z",
                paint: Paint::Fixed("#F4F6F8"),
                light: Light::Gloss,
                behind: &[r##"<path d="M180 400L400 490V530L180 438ZM620 400L400 490V530L620 438Z" fill="#B8C2CD"/>"##],
                over: &[r#"<path d="M204 400L400 340L596 400" fill="none" stroke="{c}" stroke-width="5"/>"#],
                ..Piece::NONE
            },
            Piece {
                body: "M230 440L440 510L230 600L30 510Z",
                light: Light::Gloss,
                behind: &[r#"<path d="M30 510L230 600V640L30 548ZM440 510L230 600V640L440 548Z" fill="{c--}"/>"#],
                decor: &[r#"<path d="M230 460L380 510L230 574L86 510Z" fill="none" stroke="{t}" stroke-width="8"/>"#],
                ..Piece::NONE
            },
            Piece {
                body: "M570 440L770 510L570 600L360 510Z",
                paint: Paint::Second,
                light: Light::Gloss,
                behind: &[r#"<path d="M360 510L570 600V640L360 548ZM770 510L570 600V640L770 548Z" fill="{t--}"/>"#],
                decor: &[r#"<path d="M570 460L714 510L570 574L420 510Z" fill="none" stroke="{c}" stroke-width="8"/>"#],
                ..Piece::NONE
            },
        ],
    },
    Drawing {
        name: "blocking-dummy",
        stand: Stand::Floor(400, 690, 190),
        pieces: &[Piece {
            body: "M270 130C270 100 530 100 530 130V660C530 700 270 700 270 660Z",
            light: Light::Cloth,
            decor: &[r#"<path d="M260 250H540V300H260ZM260 560H540V600H260Z" fill="{t}"/>"#],
            dark: "M270 600C340 640 460 640 530 600V690H270Z",
            bright: "M310 150C350 140 356 260 350 420C350 560 340 640 320 640C300 500 296 300 310 150Z",
            over: &[
                r##"<ellipse cx="400" cy="130" rx="130" ry="24" fill="{c-}" stroke="{c--}" stroke-opacity=".5" stroke-width="2.5"/><path d="M384 60C360 60 360 110 384 122H416C440 110 440 60 416 60Z" fill="none" stroke="#20262F" stroke-width="13"/><path d="M274 256C340 280 460 280 526 256M274 304C340 328 460 328 526 304M274 606C340 630 460 630 526 606" fill="none" stroke="{c~}" stroke-width="2" stroke-dasharray="7 5" opacity=".6"/><path d="M524 340C570 340 570 470 524 470M276 340C230 340 230 470 276 470" fill="none" stroke="#20262F" stroke-width="17"/><path d="M346 430L400 388L454 430M356 470L400 436L444 470" fill="none" stroke="{n}" stroke-width="19"/>"##,
            ],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "sled",
        stand: Stand::Floor(400, 690, 340),
        pieces: &[
            Piece {
                body: "M60 640H740L760 672C766 688 750 690 730 690H80C50 690 40 676 60 640ZM150 640L230 420H254L190 640ZM390 640L400 420H424L430 640ZM640 640L566 420H590L680 640ZM220 500H600V524H220Z",
                paint: Paint::Fixed("#39434F"),
                light: Light::Gloss,
                ..Piece::NONE
            },
            Piece {
                body: "M130 190C130 160 290 160 290 190V430C290 464 130 464 130 430Z",
                light: Light::Cloth,
                decor: &[r#"<path d="M120 240H300V280H120Z" fill="{t}"/>"#],
                bright: "M160 190C190 180 190 300 180 420C156 420 150 280 160 190Z",
                over: &[
                    r#"<path d="M176 364L210 338L244 364M182 392L210 370L238 392" fill="none" stroke="{n}" stroke-width="13"/>"#,
                ],
                ..Piece::NONE
            },
            Piece {
                body: "M520 190C520 160 680 160 680 190V430C680 464 520 464 520 430Z",
                light: Light::Cloth,
                decor: &[r#"<path d="M510 240H690V280H510Z" fill="{t}"/>"#],
                bright: "M550 190C580 180 580 300 570 420C546 420 540 280 550 190Z",
                over: &[
                    r#"<path d="M566 364L600 338L634 364M572 392L600 370L628 392" fill="none" stroke="{n}" stroke-width="13"/>"#,
                ],
                ..Piece::NONE
            },
            Piece {
                body: "M322 210C322 178 488 178 488 210V470C488 506 322 506 322 470Z",
                light: Light::Cloth,
                decor: &[r#"<path d="M312 264H498V306H312Z" fill="{t}"/>"#],
                bright: "M352 210C384 200 384 320 374 450C350 450 342 300 352 210Z",
                over: &[
                    r#"<path d="M368 396L405 368L442 396M376 428L405 404L434 428" fill="none" stroke="{n}" stroke-width="14"/>"#,
                ],
                ..Piece::NONE
            },
        ],
    },
];
