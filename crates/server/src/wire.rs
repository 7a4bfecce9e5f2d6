//! Every type that goes over the wire, by name: what is said on a socket, and what comes and goes
//! over HTTP. It says nothing of addresses; those are in the description of the API.

use crate::accounts::{Credentials, Me, Opened};
use crate::advice::AdvicePage;
use crate::analysis::{ChartPage, Edge, Question};
use crate::audit::Audit;
use crate::books::{BookLine, BookPage, ClauseLine, DifferenceLine};
use crate::course::{NotationFault, RoundQuestion};
use crate::door::Keyed;
use crate::error::ErrorBody;
use crate::floor::{Founded, IncidentLine, NewIncident, NewTable, Noted};
use crate::frame::Sent;
use crate::hand::{HandPage, HandQuestion};
use crate::input::HowMany;
use crate::lobby::{Asked, TableLine};
use crate::log::{Entries, Export, Page, Verification};
use crate::message::{Say, Tell};
use crate::meters::MeterPage;
use crate::operations::Health;
use crate::own::{ExclusionWanted, LimitSet, LimitsWanted, OwnLimits, RealityCheck};
use crate::people::{PersonLine, PersonPage, Wanted};
use crate::price::{PricePage, PriceQuestion};
use crate::private_table::{NewPrivateTable, PrivateTable};
use crate::recall::Recalled;
use crate::rounds::RoundPage;
use crate::sessions::{Again, Ended, NewPassword, OwnSession};
use crate::settings::SettingsPage;
use crate::side::SidePage;
use crate::simulation::{SimulationLine, SimulationWanted};
use crate::staff::{
    Correction, Credit, GivenPassword, NewCard, NewPerson, NewStaff, RoleGiven, Why,
};
use crate::statement::{CashOut, MovedMoney, Statement};
use crate::super_bonus::SuperBonusPage;
use crate::top_up::TopUpWanted;
use crate::trainer::{DealWanted, Dealt};
use ts_rs::{TS, TypeVisitor};

/// What the server says on a socket.
#[derive(TS)]
#[ts(untagged)]
#[expect(dead_code, reason = "only its type is asked for")]
enum ServerSays {
    Sent(Sent<'static>),
    Tell(Tell<'static>),
}

macro_rules! visit {
    ($visitor:ident: $($ty:ty),* $(,)?) => { $($visitor.visit::<$ty>();)* };
}

/// Shows a visitor the type of every message, body, query and answer. Those they are made of follow
/// from them.
pub fn each_on_the_wire(visitor: &mut impl TypeVisitor) {
    // On the socket.
    visit!(visitor: Say, ServerSays);
    // Coming in, and oneself.
    visit!(visitor: ErrorBody, HowMany, Credentials, Opened, Me, OwnSession, Again, NewPassword, Ended);
    visit!(visitor: OwnLimits, LimitsWanted, LimitSet, RealityCheck, ExclusionWanted, Statement, CashOut, TopUpWanted, MovedMoney, Recalled);
    // Tables.
    visit!(visitor: TableLine, table::TableView, table::PrivateView, Asked, house::Answer, house::RoundRecord, MeterPage);
    visit!(visitor: fair::ShoeRecord, fair::DeviceRecord, Keyed, NewPrivateTable, PrivateTable);
    // Books and analysis.
    visit!(visitor: BookLine, BookPage, ClauseLine, DifferenceLine, Question, Edge, ChartPage);
    visit!(visitor: SettingsPage, HandQuestion, HandPage, SidePage, SuperBonusPage, PriceQuestion, PricePage, SimulationWanted, SimulationLine);
    visit!(visitor: AdvicePage, DealWanted, Dealt, RoundQuestion, RoundPage, NotationFault);
    // The floor, the staff and the log.
    visit!(visitor: NewTable, Founded, NewIncident, IncidentLine, Noted);
    visit!(visitor: NewStaff, NewPerson, Wanted, PersonLine, PersonPage, RoleGiven, NewCard, Why, GivenPassword, Credit, Correction);
    visit!(visitor: Entries, Page, Verification, Audit, Export, Health);
}
