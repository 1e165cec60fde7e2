import { NEW_ACCOUNT_WAIT } from '#domain/money/payment-run'
import type { Notice } from './notice.ts'
import { ORGANISATION_LINK as link, PEOPLE_TOPIC as topic, WHY_OBLIGATORY as about } from './people.ts'

/** Notifications about organisations: their bank account, common control, and mergers. */
export const ORGANISATION_NOTICES = {
  'bank-account-changed': {
    topic,
    title: 'The bank account of your organisation changes',
    readers: ['owner'],
    obligatory: about,
    usually: 'atOnce',
    says: ({ thing }) => ({
      title: `the bank account of ${thing} has been changed`,
      paragraphs: [
        `Payments to the new account start after ${NEW_ACCOUNT_WAIT}. If you did not expect this change, tell the market operator straight away.`,
      ],
      link,
    }),
  },
  'control-changed': {
    topic,
    title: 'Someone declares or ends common control of organisations',
    readers: ['owner', 'operator'],
    usually: 'atOnce',
    says: ({ thing }) => ({
      title: `the common control of ${thing} has changed`,
      paragraphs: [
        'The market operator checks these declarations before matching offers and bids. The page of the organisation shows the current ones.',
      ],
      link,
    }),
  },
  'merged-with-yours': {
    topic,
    title: 'Another organisation is merged into yours',
    readers: ['named'],
    obligatory: about,
    usually: 'atOnce',
    says: ({ thing, other = '' }) => ({
      title: `${other} has been merged into ${thing}`,
      paragraphs: [
        `The people of ${other} now act for ${thing}. Any payments to ${other} go to the bank account of ${thing}, not before ${NEW_ACCOUNT_WAIT} have passed. If this is wrong, tell the market operator straight away.`,
      ],
      link,
    }),
  },
  merged: {
    topic,
    title: 'Organisations are merged',
    readers: ['owner', 'operator'],
    obligatory: about,
    usually: 'atOnce',
    says: ({ thing }) => ({
      title: `${thing} has been merged into another organisation`,
      paragraphs: [
        `Its people now act for the remaining organisation and need to sign in again. You can still read its history. Any payments to it go to the bank account of the remaining organisation, not before ${NEW_ACCOUNT_WAIT} have passed.`,
        'Its webhooks now belong to the remaining organisation and receive what that organisation may see. Administrators find them under API keys and webhooks.',
      ],
      link,
    }),
  },
} as const satisfies Record<string, Notice>
