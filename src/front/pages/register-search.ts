import type { RegisterSearch, FoundInRegister } from '#contract/public-register'
import { html, type Html } from '../html.ts'
import type { FrontPage } from '../layout.ts'
import { partOf, registerPage } from '../register/frame.ts'
import { linkTo, typeOf } from '../register/words.ts'
import { tableOf } from '../table.ts'

const PARTS = [
  ['credit', 'credits', 'Credits'],
  ['project', 'projects', 'Projects'],
  ['requirement', 'requirements', 'Requirements'],
] as const

const foundTable = (part: (typeof PARTS)[number], items: readonly FoundInRegister[]): Html => {
  const [kind, address, heading] = part
  const link = ({ id, name }: FoundInRegister) =>
    linkTo(address, { id: kind === 'credit' ? name : id, name }, undefined)
  return partOf(
    heading,
    tableOf(
      heading,
      [
        { title: kind === 'credit' ? 'Serial' : 'Name', cell: link },
        { title: 'Found by', cell: ({ why }) => why },
        { title: 'Status', cell: ({ status }) => status },
        ...(kind === 'credit'
          ? []
          : [
              { title: 'Credit type', cell: ({ creditType }: FoundInRegister) => typeOf(creditType) },
              { title: 'Planning authority', cell: ({ lpa }: FoundInRegister) => lpa?.name },
            ]),
      ],
      items,
      { isList: true },
    ),
  )
}

/** What a search of the register found, or how to search it. */
export const registerSearch = (sought: string, { items, isMore }: RegisterSearch): FrontPage => {
  const isEmpty = sought.trim() === ''
  return registerPage({
    title: isEmpty ? 'Public register' : `Search for “${sought}”`,
    description: 'Search the public register by serial, project, development, planning reference or place',
    path: '/register',
    sought,
    lead: isEmpty
      ? 'Everything that settled rounds have brought about: projects, the developments that hold their units, and every unit by its serial.'
      : items.length === 0
        ? 'Nothing in the register is called that, lies in a place of that name, or has that serial or planning reference.'
        : 'What the register has under that serial, name, reference or place.',
    body: html`${PARTS.map(part => {
      const its = items.filter(({ kind }) => kind === part[0])
      return its.length > 0 && foundTable(part, its)
    })}
    ${isMore && html`<p>There is more than is shown. A longer word finds less.</p>`}
    ${
      items.length === 0 &&
      html`<p class="measure">
        A serial looks like P12-20270101-1-16000; its beginning is enough, such as P12. A planning reference
        or a part of one will do, as will the name of a planning authority, a catchment or a national
        character area.
      </p>`
    }`,
  })
}
