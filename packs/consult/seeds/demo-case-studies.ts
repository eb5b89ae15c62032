import type { CaseStudy } from '../schema/case-studies/case-study.ts';

const TABLE = `
industry      | use case                      | problem                                                               | figure | unit           | result
Media         | Subtitling workflow           | Subtitles for every programme were typed and timed by hand.           | 40     | hours per week | 40 hours per week saved
Logistics     | Freight document reading      | Waybills and customs forms were keyed in from scans.                  | 70     | %              | 70 % less manual entry
Insurance     | Claim triage                  | Claims waited for days before anybody sorted them.                    | 3      | days           | 3 days faster first answer
Retail        | Product search assistant      | Shoppers did not find what the shop had.                              | 12     | %              | 12 % more basket value
Manufacturing | Maintenance notes search      | Technicians looked for earlier repairs in paper notes.                | 25     | hours per week | 25 hours per week saved
Healthcare    | Appointment mail handling     | Requests for appointments filled the mailbox of the front desk.       | 60     | %              | 60 % answered without staff
Legal         | Contract first review         | Every contract was read in full by a lawyer first.                    | 50     | %              | 50 % less review time
Banking       | Support knowledge assistant   | Agents searched several handbooks during a call.                      | 35     | %              | 35 % shorter calls
Education     | Course material drafting      | Teachers wrote exercises and slides from nothing.                     | 20     | hours per week | 20 hours per week saved
E-commerce    | Returns classification        | Reasons of returns were read and coded by people.                     | 45     | %              | 45 % less handling cost
Real estate   | Listing text creation         | Texts of listings were written one by one.                            | 30     | hours per week | 30 hours per week saved
Software      | Developer enablement workshop | The team wanted to build with models and did not know where to begin. | 4      | weeks          | 4 weeks to first release
`;
const FIRST_YEAR = 2023;
const YEARS = 3;

const [, ...rows] = TABLE.trim().split('\n');

/** Twelve invented projects. */
export const demoCaseStudies: CaseStudy[] = rows.map((row, index) => {
  const cells = row.split('|').map((cell) => cell.trim());
  const [industry = '', useCase = '', problem = '', figure, unit = '', result = ''] = cells;
  return {
    id: `cs-${String(index + 1).padStart(2, '0')}`,
    title: useCase,
    industry,
    useCase,
    problem,
    result,
    metricValue: Number(figure),
    metricUnit: unit,
    year: FIRST_YEAR + (index % YEARS),
  };
});
