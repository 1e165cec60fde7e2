import type { Brand } from '#domain/brand'
import { isKeyOf } from '#domain/narrow'
import { addressOf, pageOf } from '#contract/nouns'
import { resultAddress } from '#contract/result'
import { showDay } from '#domain/dates'
import type { StoredKind } from '#domain/entities'
import { INVITATION_HOURS } from '#domain/invitation'
import type { LetterFacts } from '#domain/letter'
import { NEXT_COMPLIANCE_ACTION_LABELS } from '#domain/project-check'
import { invitationToken } from '../auth/invitations.ts'
import type { AccountLetterFacts } from '../auth/letters.ts'
import type { Secrets } from '../auth/secrets.ts'
import { type Content, layOut, type Sender, type WrittenLetter } from './look.ts'

interface Facts extends LetterFacts, AccountLetterFacts {}
type Writers = { [L in keyof Facts]: (facts: Facts[L], secrets: Secrets, brand: Brand) => Content }

/** Where a comment is read; that of a participation, which is part of a round, from the first page on. */
const mentionPage = (kind: StoredKind, id: string): string =>
  (kind === 'participation' ? null : pageOf(kind, { id })) ?? '/'

const ask = 'If this was not you, reply to this letter at once.'

/** Every letter there is. Codes and links are made here, when the letter is sent, and kept nowhere. */
const WRITERS: Writers = {
  'match-accepted': ({ market, round, roundId, organisationId, result, client }) => {
    const where = market ? `${market}, ${round}` : round
    return {
      where,
      subject: client ? `the result of ${client}` : 'your result',
      paragraphs: [
        `The market operator has accepted the match of the market round ${where}.`,
        ...(result ? [result] : []),
        'The page of the result says how this comes about, what happens next and who is to act.',
      ],
      link: [
        client ? `See the result of ${client}` : 'See your result',
        resultAddress(roundId, client ? organisationId : undefined),
      ],
    }
  },
  'round-ended': ({ market, round, roundId, marketId, ended }) => ({
    where: `${market}, ${round}`,
    subject: 'the market round has ended',
    paragraphs: [
      `The market round ${round} of ${market} has ended. What was not ready by then took no part in its match:`,
      ...ended.split('\n'),
      'Where that is a project or a credit requirement, it can be registered again in another market round that takes it; its page says in which.',
    ],
    link: ['See the market round', addressOf('round', { marketId, id: roundId })],
  }),
  'costs-changed': ({ where, project, projectId }) => ({
    where,
    subject: `the costs of ${project} have changed`,
    paragraphs: [
      `The market operator has changed the costs of your project ${project} after your offer.`,
      'Please look whether your offer still covers them.',
    ],
    link: ['Look at the project', addressOf('project', { id: projectId })],
  }),
  'comment-mention': ({ where, author, text, subjectKind, subjectId, subjectName }) => ({
    where,
    subject: `${author || 'somebody'} mentions you in a comment on ${subjectName}`,
    paragraphs: [`${author || 'Somebody'} mentions you in a comment on ${subjectName}:`, `“${text}”`],
    link: ['Read the comment', mentionPage(subjectKind, subjectId)],
  }),
  'registration-closes': ({ subject, market, round, roundId, marketId, day }) => ({
    where: [market, round].filter(Boolean).join(', '),
    subject: `register ${subject || 'to take part'} by ${showDay(day)}`,
    paragraphs: [
      `${subject || 'Your participation'} is not yet registered in the market round ${round}.`,
      `Registration is possible until ${showDay(day)}.`,
    ],
    link: ['See the market round', addressOf('round', { marketId, id: roundId })],
  }),
  'redemption-due': ({ where, requirement, requirementId, day }) => ({
    where,
    subject: `redeem the credits of ${requirement} by ${showDay(day)}`,
    paragraphs: [
      `The credits of ${requirement} are to be redeemed by ${showDay(day)}.`,
      'A redemption after that day counts as late.',
    ],
    link: ['See the credit requirement', addressOf('requirement', { id: requirementId })],
  }),
  'compliance-due': ({ where, project, projectId, action, day }) => ({
    where,
    subject: `compliance action on ${project} by ${showDay(day)}`,
    paragraphs: [
      `The last compliance check of ${project} was not passed.`,
      `What is next: ${NEXT_COMPLIANCE_ACTION_LABELS[action]}, by ${showDay(day)}.`,
    ],
    link: ['See the project', addressOf('project', { id: projectId })],
  }),
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
  'sign-up-waiting': ({ organisation, userId }) => ({
    subject: `${organisation} waits to be admitted`,
    paragraphs: [
      `${organisation} has signed up as an organisation that does not come in by itself.`,
      'Please look who they are, and give their first person the groups of the organisation, or disable them.',
    ],
    link: ['See the person', addressOf('user', { id: userId })],
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

const writerOf = (name: string): Writer['write'] | undefined =>
  isKeyOf(WRITERS, name) ? WRITERS[name] : undefined

/** Writes the letter of a name; nothing when there is no such letter. */
export const writeLetter = (
  name: string,
  facts: Record<string, string>,
  { secrets, ...sender }: Sender & { secrets: Secrets },
): WrittenLetter | undefined => {
  const write = writerOf(name)
  if (!write) return undefined
  return layOut(write(facts, secrets, sender.brand), sender)
}
