import { STABILITY_PROMISE } from '#contract/kit/deprecation'
import { changesSinceRelease, readReleasedInterface } from './interface/released.ts'

const section = (title: string, changes: readonly string[]): string[] => [
  `## ${title}\n`,
  ...(changes.length > 0 ? changes.map(change => `- ${change}`) : ['Nothing.']),
  '',
]

/** Renders the page of what programs can rely on and what each release has added. `head` says where it comes from. */
export const interfacePage = (head: string): string => {
  const { version, earlier } = readReleasedInterface()
  const { additions, breaking } = changesSinceRelease()
  return [
    head,
    '# The interface: what stays, and what has changed\n',
    'For programs that call a market. `/api/docs` of each market describes its interface.\n',
    ...STABILITY_PROMISE.flatMap(sentence => [sentence, '']),
    ...(breaking.length > 0 ? section(`No longer works as in ${version}`, breaking) : []),
    ...section(`Added since ${version}`, additions),
    ...earlier.flatMap(one => section(`Added in ${one.version}`, one.additions)),
  ].join('\n')
}
