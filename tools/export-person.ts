import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exportPerson } from '#server/persons/export'
import { renderPersonPage } from '#server/persons/page'
import { connectDatabase } from '#server/store/database'
import { NO_TIME_LIMITS } from '#server/store/limits'
import { runCommand } from './command.ts'
import { openDatabase } from './open-database.ts'

// Writes all data about a person into a new folder, as person.json and as a page, person.html:
// npm run export-person -- ann@market.example ./ann. It has the requirements of `npm run verify`. Secrets are left out.

runCommand('Nothing was written', async () => {
  const [called = '', folder = ''] = process.argv.slice(2)
  if (!called || !folder)
    throw new Error('give the person and a folder: npm run export-person -- ann@market.example ./ann')
  const { reach, close } = await openDatabase()
  const db = connectDatabase(reach, undefined, NO_TIME_LIMITS)
  try {
    const person = await exportPerson(db, called, new Date().toISOString())
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty: choose a new folder`)
    const keep = { mode: 0o600, flag: 'wx' }
    await writeFile(join(folder, 'person.json'), `${JSON.stringify(person, null, 2)}\n`, keep)
    await writeFile(join(folder, 'person.html'), renderPersonPage(person), keep)
    return `The data about ${person.of} is in ${folder}. Do not give it to anyone else`
  } finally {
    await db.destroy()
    await close()
  }
})
