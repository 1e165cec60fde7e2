import type { Account } from './acknowledged.ts'
import { type Ended, isAcknowledged, type openAsking, rest } from './asking.ts'
import { aComment, aLook, anUpload, aSealedAmount, type Change, hardFile, rubbish } from './errands.ts'
import type { People } from './people.ts'
import type { openPages } from './streams.ts'

/** Reads for each action. */
const LOOKS = 0.2

interface Work {
  actionsPerSecond: number
  people: People
  account: Account
  asking: ReturnType<typeof openAsking>
  pages: ReturnType<typeof openPages>
}

/** Sends actions at a rate per second, with some reads, until stopped; then waits for every answer. */
export const startWorkload = ({ actionsPerSecond, people, account, asking, pages }: Work) => {
  const today = new Date().toISOString().slice(0, 10)
  const over = new AbortController()
  const waiting = new Set<Promise<unknown>>()
  /** The last act on each thing: the next one waits for its end, so that the last value that was acknowledged must stand. */
  const lanes = new Map<string, Promise<unknown>>()
  let next = 0

  const change = async ({ errand, mark, subject }: Change): Promise<void> => {
    const ended = await asking.ask(errand)
    account.add(ended, mark)
    if (isAcknowledged(ended)) await pages.expectNews(subject, ended.sentAt)
  }
  const amount = async (): Promise<void> => {
    next = (next + 1) % people.owned.length
    const one = people.owned[next]
    if (!one) throw new Error('There are no offers or bids')
    const key = `${one.kind} ${one.id}`
    const { errand, mark, subject } = aSealedAmount(one)
    const before = lanes.get(key)
    const afterIt = async (): Promise<Ended> => {
      await before
      const answer = await asking.ask(errand)
      account.add(answer, mark)
      return answer
    }
    const ended = afterIt()
    lanes.set(key, ended)
    const answer = await ended
    if (isAcknowledged(answer)) await pages.expectNews(subject, answer.sentAt)
  }
  const act = async (): Promise<void> => {
    const dice = Math.random()
    if (dice < 0.4) await change(aComment(people))
    else if (dice < 0.85) await amount()
    else if (dice < 0.92) await change(anUpload(people, today))
    else account.add(await asking.ask(dice < 0.99 ? rubbish(people) : hardFile(people)))
  }
  const again = async (perSecond: number, step: () => Promise<unknown>): Promise<void> => {
    for (let due = performance.now(); !over.signal.aborted; due += 1000 / perSecond) {
      await rest(Math.max(0, due - performance.now()))
      const one = step().finally(() => waiting.delete(one))
      waiting.add(one)
    }
  }
  const going = [
    again(actionsPerSecond, act),
    again(LOOKS * actionsPerSecond, () => asking.ask(aLook(people))),
  ]
  return {
    stop: async (): Promise<void> => {
      over.abort()
      await Promise.all(going)
      await Promise.all(waiting)
    },
  }
}
