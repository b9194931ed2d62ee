/** Groups of names. Each line is a formal name followed by its variants and short forms. */
const families = `
aleksandr alexander alexandr aliaksandr oleksandr alex sasha sascha alik sanya shura sandy alec
aleksey alexei alexey aliaksei oleksiy alyosha lyosha
alejandro alex ale jandro
alfred alf fred freddy
anatoly anatoli tolya tolik
andrew andy drew
andrei andrey andriy andrej andrzej andryusha
anthony antony tony
antonio tony tono
barbara barb babs
benjamin ben benny benji
boris borya
catherine katherine kathryn ekaterina yekaterina kate katie kathy katya cathy katrin
charles charlie chuck chas
christopher chris kit topher
christina kristina tina chris
daniel dan danny
david dave davy
deborah debbie deb
dmitry dmitri dmitriy dzmitry dmytro dima mitya
donald don donnie
dorothy dot dolly
edward ed eddie ned ted teddy
eduardo edu lalo
elena yelena olena lena
elizabeth elisabeth liz lizzie beth betty bess eliza libby
enrique quique kike
eugene gene
evgeny yevgeny evgeniy yauhen yevhen zhenya
federico fede
fernando nando
francis frank frankie
francisco paco pancho cisco fran
franklin frank
frederick fred freddie rick
gabriel gabe
gennady gennadiy gena
george georgiy jorge yuri
georgy georgii gosha
gerald jerry gerry
gregory greg
grigory grigoriy hryhoriy grisha
guillermo memo guille
harold harry hal
henry hank harry hal
hugo ugo
ignacio nacho
igor ihor ihar
irina iryna ira
isabel isabella bella izzy
ivan vanya
jacob jake
jacqueline jackie
james jim jimmy jamie
jennifer jen jenny
jesus chuy chucho
john johnny jack jon
jonathan jon jonny
jose pepe
joseph joe joey jo
joshua josh
judith judy
kenneth ken kenny
konstantin kostya
lawrence laurence larry
leonard leo len lenny
leonid lyonya
lewis louis lou louie
ludmila lyudmila lyuda luda
luis lucho
manuel manny manolo
margaret maggie meg peggy marge
maria masha mariya
mariano nano
mark marc
martha marty
matthew matt
maxim maksim max
michael mike mick mickey mikey
mikhail misha mikhailo
mikalai nikolai nikolay mykola nicholas kolya nick nicky
miguel migue
nancy nan
natalia nataliya natasha nata
nathaniel nathan nat nate
oleg oleh aleh
olga olha volha olya
oscar ozzie
pablo pablito
patricia pat patty trish tricia
patrick pat paddy
pavel pasha pavlo
peter pete
petr pyotr petro petya
philip phil pip
ramon moncho
raymond ray
rebecca becky
ricardo richie rico
richard dick rich rick ricky
robert bob bobby rob robbie bert
roberto beto
rodrigo rodri
roman roma
ronald ron ronnie
rosario charo
samuel sam sammy
sergey sergei serhiy siarhei seryozha
salvador chava
stanislav stas slava
stanley stan
stephen steven steve
susan sue suzie
svetlana sveta sviatlana svitlana
tatiana tatyana tanya
theodore ted teddy theo
thomas tom tommy
timothy tim timmy
valentin valya
valery valeriy valera
vasily vasiliy vasyl vasya
victor viktor viktar vitya vic
victoria viktoria vika vicky
vincent vince vinny
vitaly vitali vitaliy vital
vladimir volodymyr uladzimir volodya vova
vladislav vlad slava
vyacheslav viacheslav slava
walter walt wally
william bill billy will willie liam
yury yuri yuriy iurii yura
zachary zach zack
`

const relatives = new Map<string, Set<string>>()
for (const line of families.trim().split('\n')) {
  const names = line.split(' ')
  for (const name of names) {
    const known = relatives.get(name) ?? new Set()
    for (const other of names) if (other !== name) known.add(other)
    relatives.set(name, known)
  }
}

const none: ReadonlySet<string> = new Set()

/**
 * Returns other forms of the same name: short forms and forms in related languages, in lowercase Latin
 * letters.
 */
export function nicknamesOf(name: string): ReadonlySet<string> {
  return relatives.get(name) ?? none
}
