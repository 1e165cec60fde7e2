import { showDay } from '@credit-market/values/dates'
import type { Brand } from '#domain/people/brand'
import { isKeyOf } from '#domain/values/narrow'
import { findNotice } from '#actions/notices/index'
import type { Notice } from '#actions/notices/notice'
import { pageAddress } from '#contract/nouns/nouns'
import { ESTIMATE_CONFIRMATION_HOURS } from '#domain/project/saved-estimate'
import { seasonText } from '#domain/round/season'
import { INVITATION_HOURS } from '#domain/people/invitation'
import type { EmailFactsByTemplate } from '#domain/people/letter'
import { formatLondonTime } from '#domain/values/london'
import { DAILY_DIGEST_NAME, type NoticeFacts } from '#domain/text/notice'
import { createInvitationToken } from '../auth/invitations.ts'
import type { AccountEmailFacts } from '../auth/letters.ts'
import type { Secrets } from '../auth/secrets.ts'
import { estimateLinkPath } from '../saved-estimates/links.ts'
import type { SettlementCheckpoint } from '../log/settlement.ts'
import {
  type EmailContent,
  layOutEmail,
  type EmailSender,
  composeSubjectLine,
  type ComposedEmail,
} from './look.ts'

interface Facts extends EmailFactsByTemplate, AccountEmailFacts {}
type Writers = { [L in keyof Facts]: (facts: Facts[L], secrets: Secrets, brand: Brand) => EmailContent }

/**
 * Writes a notice as an email: its subject begins with market and round. Emails queued by earlier versions name no
 * page.
 */
const ofNotice = ({ says }: Notice, facts: NoticeFacts): EmailContent => {
  const where = facts.where || [facts.market, facts.round].filter(Boolean).join(', ')
  const { title, paragraphs, link } = says({ ...facts, where })
  return {
    where,
    subject: title,
    paragraphs,
    link: [link, facts.page ?? '/'],
  }
}

/** Writes the daily email with the items of one day. */
const ofDay = ({ items = '[]' }: NoticeFacts): EmailContent => {
  const told = (JSON.parse(items) as { kind: string; facts: NoticeFacts }[]).flatMap(({ kind, facts }) => {
    const notice = findNotice(kind)
    return notice ? [ofNotice(notice, facts)] : []
  })
  return {
    subject: told.length === 1 ? 'Your daily email: one item' : `Your daily email: ${told.length} items`,
    paragraphs: told.map(content => `${composeSubjectLine(content)}.`),
    link: ['Go to your inbox', '/inbox'],
  }
}

const ask = 'If this was not you, reply to this email straight away.'

/** Every email except those of notices. Codes and links are made here, when the email is sent, and stored nowhere. */
const WRITERS: Writers = {
  'sign-up-code': ({ code }, secrets, { name }) => ({
    subject: 'Confirm your email address',
    paragraphs: [
      `Someone, probably you, used this email address to sign up to ${name}.`,
      'Enter this code to confirm that the address is yours. It is valid for 24 hours and works once.',
      'If you did not sign up, ignore this email. Nothing happens without the code.',
    ],
    code: secrets.codeOf(code),
    link: ['Confirm your address', '/confirmSignUp'],
  }),
  'sign-up-known': (_facts, _secrets, { name }) => ({
    subject: 'You already have an account',
    paragraphs: [
      `Someone, probably you, tried to sign up to ${name} with this email address. You already have an account, so nothing has changed.`,
      'Sign in as usual. If you have forgotten your password, you can choose a new one.',
    ],
    link: ['Sign in', '/login'],
  }),
  'invitation-asked': ({ organisation, organisationId, type, asker, email }, _secrets, { name }) => ({
    subject: `${asker} asks to be invited to ${organisation}`,
    paragraphs: [
      `${asker} (${email}) tried to sign up with the company or charity number of ${organisation}, which is already in ${name}.`,
      'If they work for you, invite them with this email address. If not, you do not need to do anything.',
    ],
    link: ['View your organisation', pageAddress('organisation', { type, id: organisationId })],
  }),
  'password-code': ({ code }, secrets) => ({
    subject: 'Your code to choose a new password',
    paragraphs: [
      'Enter this code to choose a new password. It is valid for one hour and works once.',
      'If you did not ask for a code, ignore this email. Your password has not changed.',
    ],
    code: secrets.codeOf(code),
    link: ['Choose a new password', '/updatePassword'],
  }),
  'password-changed': () => ({
    subject: 'Your password has been changed',
    paragraphs: [
      'The password of your account has been changed. You have been signed out everywhere else.',
      ask,
    ],
  }),
  'second-factor-on': () => ({
    subject: 'Your second factor is set up',
    paragraphs: [
      'You have set up a second factor for your account. From now on, you also need a code from your authenticator app to sign in.',
      ask,
    ],
  }),
  'second-factor-off': () => ({
    subject: 'Your second factor has been removed',
    paragraphs: [
      'The second factor of your account has been removed. You no longer need a code from your authenticator app to sign in.',
      ask,
    ],
  }),
  'passkey-added': ({ passkey }) => ({
    subject: 'A passkey has been added',
    paragraphs: [`You can now sign in to your account with the passkey “${passkey}”.`, ask],
  }),
  'passkey-removed': ({ passkey }) => ({
    subject: 'A passkey has been removed',
    paragraphs: [`You can no longer sign in to your account with the passkey “${passkey}”.`, ask],
  }),
  'passkey-copied': ({ passkey }) => ({
    subject: 'A passkey has been blocked',
    paragraphs: [
      `Someone may have copied the passkey “${passkey}”, so we have blocked it. It can no longer be used to sign in.`,
      'Remove it on your profile page and add a new one. If you did not copy it yourself, tell the market operator.',
    ],
    link: ['Go to your profile', '/profile'],
  }),
  'provider-linked': ({ provider }) => ({
    subject: `Your account is linked to ${provider}`,
    paragraphs: [`You can now sign in with ${provider}.`, ask],
  }),
  'sign-in-stopped': () => ({
    subject: 'Too many wrong passwords',
    paragraphs: [
      'Someone entered a wrong password for your account 100 times in a row, so we have locked your password.',
      'To sign in again, choose a new password. We will email you a code.',
    ],
    link: ['Choose a new password', '/resetPassword'],
  }),
  'key-made': ({ key }) => ({
    subject: `New API key: ${key}`,
    paragraphs: [
      `The API key ${key} has been created for your account. Programs with this key act as you, within the permissions that you gave it.`,
      ask,
    ],
    link: ['View your API keys', '/programs'],
  }),
  'key-ends': ({ key, day }) => ({
    subject: `Your API key ${key} expires on ${showDay(day)}`,
    paragraphs: [
      `Programs that use your API key ${key} will stop working on ${showDay(day)}.`,
      'To keep them working, rotate the key and give them the new one before then. The old key works for one more day.',
    ],
    link: ['View your API keys', '/programs'],
  }),
  'webhook-stopped': ({ address, webhookId, why }) => ({
    subject: 'Your webhook has stopped',
    paragraphs: [
      `We no longer send messages to ${address}. ${why}.`,
      'We keep undelivered messages for 30 days. Fix the address, resume the webhook, and resend the messages that you need.',
    ],
    link: ['View the webhook', `/programs/webhooks/${webhookId}`],
  }),
  'estimate-saved': ({ estimate, what }, secrets, { name }) => ({
    subject: 'Confirm your email address',
    paragraphs: [
      `Someone, probably you, saved an estimate at ${name}: ${what}. They asked us to email this address when a round fits.`,
      `To confirm that this is what you want, follow the link. It is valid for ${ESTIMATE_CONFIRMATION_HOURS} hours and works once.`,
      'If this was not you, ignore this email. We delete the estimate and your address after one day.',
    ],
    link: ['Confirm your address', estimateLinkPath(secrets, 'confirm', estimate)],
  }),
  'estimate-round-opened': ({ what, where, roundId }) => ({
    where,
    subject: 'open for registration',
    paragraphs: [
      `This round fits your estimate: ${what}. You can join it now.`,
      'Sign up with this email address: then your estimate becomes a draft that you can complete.',
    ],
    link: ['See the round', `/rounds/${encodeURIComponent(roundId)}`],
  }),
  'estimate-round-planned': ({ what, where, roundId, expectedFrom }) =>
    expectedFrom
      ? {
          where,
          subject: `expected to open in ${seasonText(expectedFrom)}`,
          paragraphs: [
            `This round fits your estimate: ${what}. We send you another email when you can join it.`,
          ],
          link: ['See the planned round', `/rounds/${encodeURIComponent(roundId)}`],
        }
      : {
          where,
          subject: 'no longer planned',
          paragraphs: [
            `The market operator has taken back the announcement of this round, which fitted your estimate: ${what}.`,
          ],
          link: ['See all rounds', '/rounds'],
        },
  'admission-refused': ({ organisation, reason }, _secrets, { name }) => ({
    subject: `${organisation} was not admitted`,
    paragraphs: [
      `The market operator did not admit ${organisation} to ${name}. Your account is closed.`,
      `Reason: ${reason}`,
      'If this is a mistake, reply to this email.',
    ],
  }),
  invitation: ({ invitation, organisation, inviter }, secrets, { name }) => ({
    subject: `Join ${organisation} in ${name}`,
    paragraphs: [
      `${inviter} invites you to join ${organisation} in ${name}.`,
      `The link is valid for ${INVITATION_HOURS} hours and works once.`,
    ],
    link: ['Accept the invitation', `/invitation#${createInvitationToken(secrets, invitation)}`],
  }),
}

// Whoever queued an email had to provide its facts.
interface Writer {
  write(this: void, facts: Record<string, string>, secrets: Secrets, brand: Brand): EmailContent
}

const writerOf = (name: string): Writer['write'] | undefined => {
  if (isKeyOf(WRITERS, name)) return WRITERS[name]
  if (name === DAILY_DIGEST_NAME) return ofDay
  const notice = findNotice(name)
  return notice && (facts => ofNotice(notice, facts))
}

/** The checkpoint of the log as an email contains it, with its purpose. */
const enclosing = (
  { note, size, at, covers }: SettlementCheckpoint,
  publicUrl: string,
): NonNullable<EmailContent['enclosed']> => {
  const of = `${size.toLocaleString('en-GB')} entries and was signed on ${formatLondonTime(at)}`
  return {
    why: [
      covers
        ? `The settlement is recorded in the public log of the market. The checkpoint below is the proof. It covers ${of}, so any later change to these entries would show.`
        : `The settlement is not proved yet, because no checkpoint of the public log covered it when we sent this email. The latest checkpoint is below. It covers ${of}.`,
      `Keep this email. To check it, paste it at ${publicUrl}/verify, or compare the lines below with those at ${publicUrl}/log/checkpoints/${size}. The lines must be the same. The page may have more of them, because more witnesses may have signed since.`,
    ],
    text: note,
  }
}

/** Writes the email of a name; undefined if there is no such email. */
export const composeEmail = (
  name: string,
  facts: Record<string, string>,
  { secrets, checkpoint, ...sender }: EmailSender & { secrets: Secrets; checkpoint?: SettlementCheckpoint },
): ComposedEmail | undefined => {
  const write = writerOf(name)
  if (!write) return undefined
  const content = write(facts, secrets, sender.brand)
  return layOutEmail(
    checkpoint ? { ...content, enclosed: enclosing(checkpoint, sender.publicUrl) } : content,
    sender,
  )
}
