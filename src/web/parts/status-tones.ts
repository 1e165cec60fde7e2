import { type StatusKind as NounKind, statusCard, statusLabel as labelOfNoun } from '#contract/nouns'
import type { Tone } from '#contract/noun'
import type { StatusOf } from '#domain/entities'
import type { ApiKey } from '#contract/api-keys'
import type { WebhookDelivery } from '#contract/webhooks'
import type { SystemMail, SystemTask } from '#contract/system'

/** The statuses of what is no noun, by kind. */
interface Machinery {
  task: SystemTask['state']
  access: 'Active' | 'Waiting' | 'ReplacePassword' | 'Disabled'
  letter: SystemMail['state']
  apiKey: ApiKey['state']
  delivery: WebhookDelivery['state']
  webhook: 'telling' | 'failing' | 'paused' | 'stopped'
}

export type StatusKind = NounKind | keyof Machinery
export type Status<K extends StatusKind> = K extends keyof Machinery
  ? Machinery[K]
  : K extends NounKind
    ? StatusOf<K>
    : never

type Cards = { [K in keyof Machinery]: Record<Machinery[K], { label: string; tone: Tone }> }

const MACHINERY: Cards = {
  task: {
    queued: { label: 'Queued', tone: 'info' },
    running: { label: 'Running', tone: 'info' },
    done: { label: 'Done', tone: 'good' },
    failed: { label: 'Failed', tone: 'bad' },
    cancelled: { label: 'Cancelled', tone: 'warn' },
  },
  access: {
    Active: { label: 'Active', tone: 'good' },
    Waiting: { label: 'Waits to be admitted', tone: 'warn' },
    ReplacePassword: { label: 'Must replace the password', tone: 'warn' },
    Disabled: { label: 'Disabled', tone: 'bad' },
  },
  letter: {
    queued: { label: 'Queued', tone: 'info' },
    sent: { label: 'Sent', tone: 'good' },
    failed: { label: 'Failed', tone: 'bad' },
  },
  apiKey: {
    live: { label: 'In use', tone: 'good' },
    expired: { label: 'Expired', tone: 'quiet' },
    revoked: { label: 'Revoked', tone: 'quiet' },
  },
  delivery: {
    queued: { label: 'Waits', tone: 'info' },
    delivered: { label: 'Taken', tone: 'good' },
    failed: { label: 'Given up', tone: 'bad' },
  },
  webhook: {
    telling: { label: 'In use', tone: 'good' },
    failing: { label: 'Not taken', tone: 'warn' },
    paused: { label: 'Paused', tone: 'quiet' },
    stopped: { label: 'Stopped', tone: 'bad' },
  },
}

const cardOf = (kind: string, status: string): { label: string; tone: Tone } => {
  const cards: Readonly<Record<string, Readonly<Record<string, { label: string; tone: Tone }>>>> = MACHINERY
  return (
    cards[kind]?.[status] ?? statusCard(kind, status) ?? { label: labelOfNoun(kind, status), tone: 'quiet' }
  )
}

/** The tone of a status; a registered project or requirement is in progress, a registered participant has arrived. */
export const toneOf = <K extends StatusKind>(kind: K, status: Status<K>): Tone => cardOf(kind, status).tone

/** A status in the reader's words. */
export const statusLabel = <K extends StatusKind>(kind: K, status: Status<K>): string =>
  cardOf(kind, status).label
