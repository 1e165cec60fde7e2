import { showDay } from '#domain/dates'
import type { Brand } from '#domain/brand'
import { isKeyOf } from '#domain/narrow'
import { noticeOf } from '#actions/notices/index'
import type { Notice } from '#actions/notices/notice'
import { addressOf } from '#contract/nouns'
import { INVITATION_HOURS } from '#domain/invitation'
import type { LetterFacts } from '#domain/letter'
import { showMoment } from '#domain/london'
import { DAILY_DIGEST, type NoticeFacts } from '#domain/notice'
import { invitationToken } from '../auth/invitations.ts'
import type { AccountLetterFacts } from '../auth/letters.ts'
import type { Secrets } from '../auth/secrets.ts'
import type { SettlementCheckpoint } from '../log/settlement.ts'
import { type Content, layOut, type Sender, subjectOf, type WrittenLetter } from './look.ts'

interface Facts extends LetterFacts, AccountLetterFacts {}
type Writers = { [L in keyof Facts]: (facts: Facts[L], secrets: Secrets, brand: Brand) => Content }

/** A notice as a letter: its subject begins with market and round. Letters that earlier versions queued name no page. */
const ofNotice = ({ says }: Notice, facts: NoticeFacts): Content => {
  const where = facts.where || [facts.market, facts.round].filter(Boolean).join(', ')
  const { title, paragraphs, link } = says({ ...facts, where })
  return {
    where,
    subject: title,
    paragraphs,
    link: [link, facts.page ?? '/'],
  }
}

/** What came in a day, as one letter. */
const ofDay = ({ items = '[]' }: NoticeFacts): Content => {
  const told = (JSON.parse(items) as { kind: string; facts: NoticeFacts }[]).flatMap(({ kind, facts }) => {
    const notice = noticeOf(kind)
    return notice ? [ofNotice(notice, facts)] : []
  })
  return {
    subject:
      told.length === 1
        ? 'One thing that you are told daily'
        : `${told.length} things that you are told daily`,
    paragraphs: told.map(content => `${subjectOf(content)}.`),
    link: ['Go to your inbox', '/inbox'],
  }
}

const ask = 'If this was not you, reply to this letter at once.'

/** Every letter there is besides those of notices. Codes and links are made here, when the letter is sent, and kept nowhere. */
const WRITERS: Writers = {
  'sign-up-code': ({ code }, secrets, { name }) => ({
    subject: 'Confirm your e-mail address',
    paragraphs: [
      `Somebody, probably you, has asked to join ${name} with this address.`,
      'Type this code to confirm that the address is yours. It is valid for 24 hours and works once.',
      'If you have not asked to join, do nothing: without the code nothing happens.',
    ],
    code: secrets.codeOf(code),
    link: ['Confirm the address', '/confirmSignUp'],
  }),
  'sign-up-known': (_facts, _secrets, { name }) => ({
    subject: 'You have an account already',
    paragraphs: [
      `Somebody, probably you, has asked to join ${name} with this address. It has an account already, so nothing has been changed.`,
      'Sign in as before. If you have forgotten the password, you can replace it.',
    ],
    link: ['Sign in', '/login'],
  }),
  'invitation-asked': ({ organisation, organisationId, type, asker, email }, _secrets, { name }) => ({
    subject: `${asker} asks to be invited to ${organisation}`,
    paragraphs: [
      `${asker} (${email}) wanted to sign up with the company or charity number of ${organisation}, which is in ${name} already.`,
      'If they belong to it, invite them with this address; if not, there is nothing to do.',
    ],
    link: ['See the organisation', addressOf('organisation', { type, id: organisationId })],
  }),
  'password-code': ({ code }, secrets) => ({
    subject: 'A code for a new password',
    paragraphs: [
      'Type this code to choose a new password. It is valid for an hour and works once.',
      'If you have not asked for it, do nothing: your password stays as it is.',
    ],
    code: secrets.codeOf(code),
    link: ['Choose a new password', '/updatePassword'],
  }),
  'password-changed': () => ({
    subject: 'Your password has been changed',
    paragraphs: ['The password of your account has been changed. All other sign-ins have been ended.', ask],
  }),
  'second-factor-on': () => ({
    subject: 'Your second factor is set up',
    paragraphs: ['From now on a code of your authenticator is asked for when you sign in.', ask],
  }),
  'second-factor-off': () => ({
    subject: 'Your second factor is no longer in use',
    paragraphs: ['A code of your authenticator is no longer asked for when you sign in.', ask],
  }),
  'passkey-added': ({ passkey }) => ({
    subject: 'A passkey has been added',
    paragraphs: [`The passkey “${passkey}” can be used from now on to sign in to your account.`, ask],
  }),
  'passkey-removed': ({ passkey }) => ({
    subject: 'A passkey has been removed',
    paragraphs: [`The passkey “${passkey}” can no longer be used to sign in to your account.`, ask],
  }),
  'passkey-copied': ({ passkey }) => ({
    subject: 'A passkey has been blocked',
    paragraphs: [
      `The passkey “${passkey}” was used in a way that says that there is a copy of it. It opens nothing any more.`,
      'Remove it on your profile page and add another. If you do not know of a copy, tell the market operator.',
    ],
    link: ['Profile', '/profile'],
  }),
  'provider-linked': ({ provider }) => ({
    subject: `Your account is linked with ${provider}`,
    paragraphs: [`From now on you can sign in with ${provider}.`, ask],
  }),
  'sign-in-stopped': () => ({
    subject: 'Too many wrong passwords',
    paragraphs: [
      'A hundred wrong passwords in a row have been tried on your account. Your password no longer opens it.',
      'Choose a new password by mail, and everything is as before.',
    ],
    link: ['Choose a new password', '/resetPassword'],
  }),
  'key-made': ({ key }) => ({
    subject: `An API key has been made: ${key}`,
    paragraphs: [
      `The API key ${key} has been made for your account. Programs that hold it act as you, within what the key is for.`,
      ask,
    ],
    link: ['See your keys', '/programs'],
  }),
  'key-ends': ({ key, day }) => ({
    subject: `The API key ${key} ends on ${showDay(day)}`,
    paragraphs: [
      `Programs that hold your API key ${key} are refused from ${showDay(day)} on.`,
      'If they are to go on, make another like it, and give it to them before: the key before works for another day.',
    ],
    link: ['See your keys', '/programs'],
  }),
  'webhook-stopped': ({ address, webhookId, why }) => ({
    subject: 'A webhook has been stopped',
    paragraphs: [
      `Nothing is sent to ${address} any more. ${why}.`,
      'What was not taken is kept for 30 days: put the address in order, start it again, and send again what you need.',
    ],
    link: ['See the webhook', `/programs/webhooks/${webhookId}`],
  }),
  'admission-refused': ({ organisation, reason }, _secrets, { name }) => ({
    subject: `${organisation} has not been admitted`,
    paragraphs: [
      `The market operator has not admitted ${organisation} to ${name}. Your account is closed.`,
      `The reason given is: ${reason}`,
      'If this is a mistake, reply to this email.',
    ],
  }),
  invitation: ({ invitation, organisation, inviter }, secrets, { name }) => ({
    subject: `Join ${organisation} in ${name}`,
    paragraphs: [
      `${inviter} invites you to join ${organisation} in ${name}.`,
      `The link is valid for ${INVITATION_HOURS} hours and works once.`,
    ],
    link: ['Accept the invitation', `/invitation#${invitationToken(secrets, invitation)}`],
  }),
}

// Whoever put a letter in the queue had to give its facts.
interface Writer {
  write(this: void, facts: Record<string, string>, secrets: Secrets, brand: Brand): Content
}

const writerOf = (name: string): Writer['write'] | undefined => {
  if (isKeyOf(WRITERS, name)) return WRITERS[name]
  if (name === DAILY_DIGEST) return ofDay
  const notice = noticeOf(name)
  return notice && (facts => ofNotice(notice, facts))
}

/** The checkpoint of the log as it stands in a letter, with what it is for. */
const enclosing = (
  { note, size, at, covers }: SettlementCheckpoint,
  publicUrl: string,
): NonNullable<Content['enclosed']> => {
  const of = `${size.toLocaleString('en-GB')} entries, signed on ${showMoment(at)}`
  return {
    why: [
      covers
        ? `The settlement is in the public log of the market under the head below, of ${of}. It cannot be changed since without another head.`
        : `The settlement is not proved yet: the checkpoint of the public log that covers it was not signed yet when this letter was sent. Below is the newest, of ${of}.`,
      `Keep this letter. Paste it at ${publicUrl}/verify to have it checked, or compare the lines with those at ${publicUrl}/log/checkpoints/${size}: they must be the same, but for witnesses who have signed since.`,
    ],
    text: note,
  }
}

/** Writes the letter of a name; nothing when there is no such letter. */
export const writeLetter = (
  name: string,
  facts: Record<string, string>,
  { secrets, checkpoint, ...sender }: Sender & { secrets: Secrets; checkpoint?: SettlementCheckpoint },
): WrittenLetter | undefined => {
  const write = writerOf(name)
  if (!write) return undefined
  const content = write(facts, secrets, sender.brand)
  return layOut(
    checkpoint ? { ...content, enclosed: enclosing(checkpoint, sender.publicUrl) } : content,
    sender,
  )
}
