import { expect, it } from 'vitest'
import { anInstallation, postmasterOf, acknowledgedSales, readDataFolder } from './installation.ts'

const killPostmaster = (data: string) => {
  const pid = postmasterOf(data)
  // Zero would signal the process group of the tests.
  if (!pid) throw new Error(`No PostgreSQL is at work in ${data}: wait until it has sold something`)
  process.kill(pid, 'SIGKILL')
}

const expectAllSales = async (data: string, lines: readonly string[]) => {
  const found = await readDataFolder(data)
  expect(found?.last).toBeGreaterThanOrEqual(acknowledgedSales(lines))
  expect(found).toEqual({ lots: found?.last, payments: found?.last, last: found?.last })
}

it('no acknowledged sale is lost or incomplete when the server is killed', async () => {
  const { data, run } = anInstallation()
  for (const sales of [1, 300]) {
    const server = run('sell')
    const first = Number((await server.until('sold ')).slice(5))
    await server.until(`sold ${first + sales}`)
    await server.kill('SIGKILL')
    await expectAllSales(data, server.lines)
  }
})

it('no acknowledged sale is lost or incomplete when the server and the database are killed together', async () => {
  const { data, run } = anInstallation()
  for (const sales of [1, 300]) {
    const server = run('sell')
    const first = Number((await server.until('sold ')).slice(5))
    await server.until(`sold ${first + sales}`)
    killPostmaster(data)
    await server.kill('SIGKILL')
    await expectAllSales(data, server.lines)
  }
})

it('a killed database is restarted under the running server, with every acknowledged sale', async () => {
  const { data, run } = anInstallation()
  const server = run('sell')
  await server.until('sold 100')
  for (let kills = 0; kills < 2; kills += 1) {
    const said = server.lines.length
    killPostmaster(data)
    await server.until('stopped unexpectedly and is restarted', said)
    // Sales from before the kill may be acknowledged late, but none after the interruption.
    await server.until('interrupted', said)
    await server.until('sold ', server.lines.length)
  }
  const { lines } = await server.kill('SIGKILL')
  await expectAllSales(data, lines)
})
