import { type StatusKind as NounKind, statusCard, statusLabel as labelOfNoun } from '#contract/nouns/nouns'
import type { StatusTone } from '#contract/kit/noun'
import type { StatusOfKind } from '#domain/disclosure/entities'
import type { ApiKey } from '#contract/people/api-keys'
import type { WebhookDelivery } from '#contract/nouns/webhooks'
import type { SystemEmail, SystemTask } from '#contract/system/system'

/** Statuses of things that are not nouns, by kind. */
interface Machinery {
  task: SystemTask['state']
  access: 'Active' | 'Waiting' | 'ReplacePassword' | 'Disabled'
  letter: SystemEmail['state']
  apiKey: ApiKey['state']
  delivery: WebhookDelivery['state']
  webhook: 'telling' | 'failing' | 'paused' | 'stopped'
}

export type StatusKind = NounKind | keyof Machinery
export type Status<K extends StatusKind> = K extends keyof Machinery
  ? Machinery[K]
  : K extends NounKind
    ? StatusOfKind<K>
    : never

type Cards = { [K in keyof Machinery]: Record<Machinery[K], { label: string; tone: StatusTone }> }

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
    Waiting: { label: 'Waiting to be admitted', tone: 'warn' },
    ReplacePassword: { label: 'Must change their password', tone: 'warn' },
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
    queued: { label: 'Waiting', tone: 'info' },
    delivered: { label: 'Delivered', tone: 'good' },
    failed: { label: 'Not delivered', tone: 'bad' },
  },
  webhook: {
    telling: { label: 'In use', tone: 'good' },
    failing: { label: 'Failing', tone: 'warn' },
    paused: { label: 'Paused', tone: 'quiet' },
    stopped: { label: 'Stopped', tone: 'bad' },
  },
}

const cardOf = (kind: string, status: string): { label: string; tone: StatusTone } => {
  const cards: Readonly<Record<string, Readonly<Record<string, { label: string; tone: StatusTone }>>>> =
    MACHINERY
  return (
    cards[kind]?.[status] ?? statusCard(kind, status) ?? { label: labelOfNoun(kind, status), tone: 'quiet' }
  )
}

/**
 * Tone of a status: a registered project or requirement is in progress, while a registered participant is at
 * its goal.
 */
export const toneOf = <K extends StatusKind>(kind: K, status: Status<K>): StatusTone =>
  cardOf(kind, status).tone

/** Label of a status for the reader. */
export const statusLabel = <K extends StatusKind>(kind: K, status: Status<K>): string =>
  cardOf(kind, status).label
