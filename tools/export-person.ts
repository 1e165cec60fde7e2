import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exportPerson } from '#server/persons/export'
import { pageOfPerson } from '#server/persons/page'
import { connect } from '#server/store/database'
import { FOR_ALL_THERE_IS } from '#server/store/limits'
import { command } from './command.ts'
import { openDatabase } from './open-database.ts'

// Writes all that the market keeps on somebody into a new folder, as person.json and as a page, person.html:
// npm run export-person -- ann@market.example ./ann. It needs what `npm run verify` needs. Secrets are left out.

command('Nothing was written', async () => {
  const [called = '', folder = ''] = process.argv.slice(2)
  if (!called || !folder)
    throw new Error('say who and where to: npm run export-person -- ann@market.example ./ann')
  const { reach, close } = await openDatabase()
  const db = connect(reach, undefined, FOR_ALL_THERE_IS)
  try {
    const person = await exportPerson(db, called, new Date().toISOString())
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty: name a new folder`)
    const keep = { mode: 0o600, flag: 'wx' }
    await writeFile(join(folder, 'person.json'), `${JSON.stringify(person, null, 2)}\n`, keep)
    await writeFile(join(folder, 'person.html'), pageOfPerson(person), keep)
    return `What is kept on ${person.of} is in ${folder}: hand it to nobody else`
  } finally {
    await db.destroy()
    await close()
  }
})
