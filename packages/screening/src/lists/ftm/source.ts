import type { TextBytes } from '../decode-text.ts'
import type { ListItem, ListSource } from '../list-source.ts'
import { isParty, mapFtmEntity } from './map.ts'
import { readFtmEntities } from './read.ts'

export const ftmSource: ListSource = {
  format: 'ftm-json',
  title: 'Entities in the Follow the Money format',
  publisher: 'OpenSanctions and others',
  address: 'https://data.opensanctions.org/datasets/latest/sanctions/entities.ftm.json',
  published: 'several times a day',
  licence: 'CC BY-NC 4.0 for data from OpenSanctions; commercial use requires a licence',
  read: readItems,
}

async function* readItems(bytes: TextBytes): AsyncGenerator<ListItem> {
  let newest = ''
  for await (const entity of readFtmEntities(bytes)) {
    if (entity === undefined) yield { skipped: 'not an entity' }
    else if (!isParty(entity)) yield { skipped: 'not a party' }
    else {
      if (entity.lastChange !== undefined && entity.lastChange > newest) newest = entity.lastChange
      const entry = mapFtmEntity(entity)
      yield entry === undefined ? { skipped: 'name without letters' } : { entry }
    }
  }
  if (/^\d{4}-\d\d-\d\d/.test(newest)) yield { publishedAt: newest }
}
