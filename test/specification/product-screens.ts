import type { ReactElement } from 'react'
import type { RouteObject } from 'react-router'
import { CHALLENGES } from '#contract/account'
import { USER_GROUPS, type UserGroup } from '#domain/user'
import { SITE_MAP } from '../../src/web/routes.tsx'
import { Only, SignedInOnly } from '../../src/web/shell/guards.tsx'
import { menuFor, menuOfVisitors, type MenuEntry } from '../../src/web/shell/menus.ts'
import { pageOfStep } from '../../src/web/sign-in/challenges.ts'
import type { Product } from './table.ts'

const isElement = (value: unknown): value is ReactElement<{ roles?: readonly UserGroup[] }> =>
  typeof value === 'object' && value !== null && 'props' in value

/** For whom the pages below a guard are. */
const letIn = ({ element }: RouteObject, before: string): string => {
  if (!isElement(element)) return before
  if (element.type === SignedInOnly) return 'whoever has signed in'
  return element.type === Only ? (element.props.roles ?? []).join(', ') : before
}

const pagesIn = (routes: readonly RouteObject[], base: string, who: string): [string, { Who: string }][] =>
  routes.flatMap(route => {
    const path = `${base}/${route.path ?? ''}`.replaceAll(/\/+/g, '/').replace(/(?<=.)\/$/, '')
    const readers = letIn(route, who)
    return route.children
      ? pagesIn(route.children, path, readers)
      : [[path.replaceAll(/:(\w+\??)/g, '{$1}'), { Who: readers }]]
  })

/** Every page, and whose it is. */
export const pagesOfProduct: Product = new Map(pagesIn(SITE_MAP, '', 'anyone'))

const entriesIn = (entries: readonly MenuEntry[]): (readonly [label: string, to: string])[] =>
  entries.flatMap(entry =>
    'links' in entry
      ? entry.links.map(({ label, to }) => [`${entry.label}: ${label}`, to] as const)
      : [[entry.label, entry.to] as const],
  )

const menuLines = (whose: string, entries: readonly MenuEntry[]) =>
  entriesIn(entries).map(
    ([label, to], at) => [`${whose} ${label}`, { Place: String(at + 1), 'Leads to': to }] as const,
  )

/** Every entry of every menu. */
export const menusOfProduct: Product = new Map([
  ...USER_GROUPS.flatMap(group => menuLines(group, menuFor(group))),
  ...menuLines('visitor', menuOfVisitors(true)),
])

/** The page of every step that signing in may ask for. */
export const stepsOfProduct: Product = new Map(CHALLENGES.map(step => [step, { Page: pageOfStep(step) }]))
