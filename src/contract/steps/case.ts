import type { StepCards } from './step.ts'

/** Steps of a case. */
export const CASE_STEPS = {
  Confirm: {
    text: 'Confirm or dismiss this case',
    notIn: { Remedying: 'It is being put right' },
    waits: { Reported: 'The market operator is looking into the case' },
    queue: { stage: 'case', counted: ['reported case', 'reported cases'] },
  },
  AskForPapers: {
    text: 'Ask both sides of the dispute for their papers',
    when: ({ type }) => type === 'Dispute',
    fills: 'ownerPapersBy',
    optional: true,
  },
  FilePaper: { notOnPage: 'The page says until which day each side can file papers', optional: true },
  WriteMessage: { notOnPage: 'The page offers it next to the messages', optional: true },
  Dismiss: { notOnPage: 'The page offers it next to the confirmation', optional: true },
  SetRectification: {
    text: 'Set the day by which it is to be put right',
    notIn: { Reported: 'The case is confirmed or dismissed first', Remedying: 'The day is set' },
    optional: true,
  },
  DrawOnReserve: {
    text: 'Replace the failed units by units of the reserve',
    notIn: { Remedying: 'The owner is putting it right' },
    optional: true,
  },
  ReplaceFromUnsold: {
    text: 'Replace the failed units by unsold ones',
    notIn: { Remedying: 'The owner is putting it right' },
    optional: true,
  },
  ReleaseBuyer: {
    text: 'Release the buyer, if nothing replaces the units or it does not go on',
    optional: true,
  },
  Recall: {
    text: 'Recall the credits that were issued in error',
    when: ({ type }) => type === 'IssuedInError',
    optional: true,
  },
  Close: {
    text: 'Close the case once nothing is left to do',
    waits: {
      Confirmed: 'The market operator is dealing with the case',
      Remedying: 'The owner is putting it right',
    },
    due: 'rectification',
    queue: { stage: 'case', counted: ['open case', 'open cases'] },
  },
} as const satisfies StepCards<'case'>
