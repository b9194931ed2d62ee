pragma circom 2.1.6;

include "poseidon.circom";
include "babyjub.circom";
include "compconstant.circom";
include "comparators.circom";
include "escalarmulany.circom";
include "escalarmulfix.circom";
include "bitify.circom";

// Asserts that `from <= to`, both less than 2^bits. A difference that fits in as many bits can't have wrapped around the
// field, because both numbers are small: that is cheaper than a comparator whose answer nobody needs.
// The caller has range-checked one that it hands to several of these; this template checks neither.
template AssertNotAfter(bits) {
    signal input from;
    signal input to;

    component difference = Num2Bits(bits);
    difference.in <== to - from;
}

// Asserts that a date, YYYYMMDD, is less than 2^27 (99991231 is).
template AssertDate() {
    signal input date;

    component bits = Num2Bits(27);
    bits.in <== date;
}

// Takes one of 2^bits values by the bits of its index, the lowest first.
template Choose(bits) {
    signal input values[1 << bits];
    signal input path[bits];
    signal output out;

    // The layers lie one after the other: half of the values, then a quarter, at last one.
    signal chosen[(1 << bits) - 1];
    var at = 0;
    var below = 0;
    for (var layer = 0; layer < bits; layer++) {
        var width = 1 << (bits - 1 - layer);
        for (var i = 0; i < width; i++) {
            var low = layer == 0 ? values[2 * i] : chosen[below + 2 * i];
            var high = layer == 0 ? values[2 * i + 1] : chosen[below + 2 * i + 1];
            chosen[at + i] <== low + path[layer] * (high - low);
        }
        below = at;
        at += width;
    }
    out <== chosen[(1 << bits) - 2];
}

// Asserts that bit `index` of the 252-bit `set` is one. First the byte is chosen, then its bit: that takes a sixth of
// what choosing among all bits would. Places past the table hold zero.
template AssertInSet() {
    signal input set;
    signal input index;

    component members = Num2Bits(252);
    members.in <== set;
    component path = Num2Bits(8);
    path.in <== index;

    component byte = Choose(5);
    for (var i = 0; i < 32; i++) {
        var value = 0;
        for (var bit = 0; bit < 8; bit++) {
            if (8 * i + bit < 252) value += members.out[8 * i + bit] * (1 << bit);
        }
        byte.values[i] <== value;
    }
    for (var i = 0; i < 5; i++) byte.path[i] <== path.out[3 + i];

    component bits = Num2Bits(8);
    bits.in <== byte.out;
    component member = Choose(3);
    for (var i = 0; i < 8; i++) member.values[i] <== bits.out[i];
    for (var i = 0; i < 3; i++) member.path[i] <== path.out[i];
    member.out === 1;
}

// Asserts an EdDSA signature with Poseidon on Baby Jubjub: s * B8 = R8 + h * 8A, where h is the hash of R8, A and the
// message. The same equation as the library's EdDSAPoseidonVerifier, without its switch: that compares by way of an inverse
// which is free as soon as both sides are equal, and here no signal is to be free.
template AssertSigned() {
    signal input message;
    signal input key[2];
    signal input point[2];
    signal input s;

    // The library's arithmetic takes any two numbers for a point.
    component keyOnCurve = BabyCheck();
    keyOnCurve.x <== key[0];
    keyOnCurve.y <== key[1];
    component pointOnCurve = BabyCheck();
    pointOnCurve.x <== point[0];
    pointOnCurve.y <== point[1];

    // s is at most the order of the subgroup, less one.
    component sBits = Num2Bits(253);
    sBits.in <== s;
    component sTooLarge = CompConstant(2736030358979909402780800718157159386076813972158567259200215660948447373040);
    for (var i = 0; i < 253; i++) sTooLarge.in[i] <== sBits.out[i];
    sTooLarge.in[253] <== 0;
    sTooLarge.out === 0;

    component hash = Poseidon(5);
    hash.inputs[0] <== point[0];
    hash.inputs[1] <== point[1];
    hash.inputs[2] <== key[0];
    hash.inputs[3] <== key[1];
    hash.inputs[4] <== message;
    component hashBits = Num2Bits_strict();
    hashBits.in <== hash.out;

    // Eight times the key lies in the subgroup, whatever the key is; it must not be the zero there.
    component doubled[3];
    for (var i = 0; i < 3; i++) {
        doubled[i] = BabyDbl();
        doubled[i].x <== i == 0 ? key[0] : doubled[i - 1].xout;
        doubled[i].y <== i == 0 ? key[1] : doubled[i - 1].yout;
    }
    component keyIsZero = IsZero();
    keyIsZero.in <== doubled[2].xout;
    keyIsZero.out === 0;

    component right = EscalarMulAny(254);
    for (var i = 0; i < 254; i++) right.e[i] <== hashBits.out[i];
    right.p[0] <== doubled[2].xout;
    right.p[1] <== doubled[2].yout;
    component sum = BabyAdd();
    sum.x1 <== point[0];
    sum.y1 <== point[1];
    sum.x2 <== right.out[0];
    sum.y2 <== right.out[1];

    var base[2] = [
        5299619240641551281634865583518297030282874472190772894086521144482721001553,
        16950150798460657717958625567821834550301663161624707787222815936182638968203
    ];
    component left = EscalarMulFix(253, base);
    for (var i = 0; i < 253; i++) left.e[i] <== sBits.out[i];

    left.out[0] === sum.xout;
    left.out[1] === sum.yout;
}

// Asserts that every check that is asked for was performed before the credential was issued, and those of `always` whether
// they are asked for or not. Bit i of each number is check i of the frozen list (src/leaf/performed-checks.ts).
template AssertPerformed(always) {
    signal input performed;
    signal input required;

    component has = Num2Bits(16);
    has.in <== performed;
    component asks = Num2Bits(16);
    asks.in <== required;
    for (var i = 0; i < 16; i++) {
        if (((always >> i) & 1) == 1) has.out[i] === 1;
        else asks.out[i] * (1 - has.out[i]) === 0;
    }
}

// What every proof says: the holder of the secret has a credential, signed by the issuer whose key is public, that is
// valid today; the two names under which this program knows the person and the credential; and that the proof is meant
// for this wallet, chain, day and challenge only. `identity`, `place` and `standing` are the hashes of the leaf's groups:
// a circuit opens those that it asks about. A credential of another kind or another schema has
// another leaf and no proof here.
template Credential(kind, always) {
    signal input issuerKey;
    signal input merchant;
    signal input program;
    signal input wallet;
    signal input chain;
    signal input today;
    signal input challenge;

    signal input required;

    signal input secret;
    signal input issuerId;
    signal input credentialId;
    signal input validUntil;
    signal input performed;
    signal input identity;
    signal input place;
    signal input standing;
    signal input issuerX;
    signal input issuerY;
    signal input signatureX;
    signal input signatureY;
    signal input signatureS;

    signal output nullifier;
    signal output revocationHandle;

    component commitment = Poseidon(2);
    commitment.inputs[0] <== 1;
    commitment.inputs[1] <== secret;

    component head = Poseidon(6);
    head.inputs[0] <== 2;
    head.inputs[1] <== issuerId;
    head.inputs[2] <== credentialId;
    head.inputs[3] <== validUntil;
    head.inputs[4] <== kind;
    head.inputs[5] <== performed;

    component checks = AssertPerformed(always);
    checks.performed <== performed;
    checks.required <== required;

    component leaf = Poseidon(5);
    leaf.inputs[0] <== head.out;
    leaf.inputs[1] <== identity;
    leaf.inputs[2] <== place;
    leaf.inputs[3] <== standing;
    leaf.inputs[4] <== commitment.out;

    component signature = AssertSigned();
    signature.message <== leaf.out;
    signature.key[0] <== issuerX;
    signature.key[1] <== issuerY;
    signature.point[0] <== signatureX;
    signature.point[1] <== signatureY;
    signature.s <== signatureS;

    component issuer = Poseidon(2);
    issuer.inputs[0] <== issuerX;
    issuer.inputs[1] <== issuerY;
    issuerKey === issuer.out;

    component valid = AssertNotAfter(27);
    component validDate = AssertDate();
    component todayDate = AssertDate();
    validDate.date <== validUntil;
    todayDate.date <== today;
    valid.from <== today;
    valid.to <== validUntil;

    component person = Poseidon(4);
    person.inputs[0] <== 2;
    person.inputs[1] <== secret;
    person.inputs[2] <== merchant;
    person.inputs[3] <== program;
    nullifier <== person.out;

    component handle = Poseidon(4);
    handle.inputs[0] <== 3;
    handle.inputs[1] <== credentialId;
    handle.inputs[2] <== merchant;
    handle.inputs[3] <== program;
    revocationHandle <== handle.out;

    // Nothing else uses these: without a constraint a proof could be carried to another wallet, chain or challenge.
    signal walletSquare;
    signal chainSquare;
    signal challengeSquare;
    walletSquare <== wallet * wallet;
    chainSquare <== chain * chain;
    challengeSquare <== challenge * challenge;
}
