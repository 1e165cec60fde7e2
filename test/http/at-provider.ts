import { expect } from 'vitest'
import type { Door } from './browser.ts'

/** Somebody's browser. */
export type Browser = ReturnType<Door['browser']>

/** What a browser keeps besides its session while it is at a provider. */
export const travellers = new WeakMap<Browser, string>()

/** Goes to a provider; the address there. */
export const go = async (user: Browser, id = 'council', redirect = '/projects') => {
  const answer = await user.get(`provider/${id}?redirect=${encodeURIComponent(redirect)}`)
  expect(answer.statusCode).toBe(303)
  const cookie = answer.cookies.find(({ name }) => name === 'traveller')
  if (cookie) travellers.set(user, `traveller=${cookie.value}`)
  return String(answer.headers.location)
}

/** Comes back from it; where that leads. */
export const comeBack = async (user: Browser, address: string) => {
  const { pathname, search } = new URL(address)
  const cookie = [user.jar.cookie, user.jar.device, travellers.get(user)].filter(Boolean).join('; ')
  const answer = await user.send('GET', `${pathname}${search}`, undefined, { cookie })
  expect(answer.statusCode).toBe(303)
  return String(answer.headers.location)
}
