"""The 6510's instruction set as a table: mnemonic, addressing mode, documented or not.

Names of modes are py65's: imp acc imm zpg zpx zpy abs abx aby ind inx iny rel.  Names of
undocumented instructions are those of "NMOS 6510 Unintended Opcodes -- No More Secrets"
(groepaz, solution).  ``*`` marks an undocumented opcode.

The CPU itself is not driven by this table but held against it (tests/c64/cpu/test_opcodes.py);
it serves disassembler, assembler, tracer and the py65 engine.
"""

from typing import NamedTuple

_MATRIX = """
BRK.imp ORA.inx *JAM.imp *SLO.inx *NOP.zpg ORA.zpg ASL.zpg *SLO.zpg
PHP.imp ORA.imm ASL.acc *ANC.imm *NOP.abs ORA.abs ASL.abs *SLO.abs
BPL.rel ORA.iny *JAM.imp *SLO.iny *NOP.zpx ORA.zpx ASL.zpx *SLO.zpx
CLC.imp ORA.aby *NOP.imp *SLO.aby *NOP.abx ORA.abx ASL.abx *SLO.abx
JSR.abs AND.inx *JAM.imp *RLA.inx BIT.zpg AND.zpg ROL.zpg *RLA.zpg
PLP.imp AND.imm ROL.acc *ANC.imm BIT.abs AND.abs ROL.abs *RLA.abs
BMI.rel AND.iny *JAM.imp *RLA.iny *NOP.zpx AND.zpx ROL.zpx *RLA.zpx
SEC.imp AND.aby *NOP.imp *RLA.aby *NOP.abx AND.abx ROL.abx *RLA.abx
RTI.imp EOR.inx *JAM.imp *SRE.inx *NOP.zpg EOR.zpg LSR.zpg *SRE.zpg
PHA.imp EOR.imm LSR.acc *ALR.imm JMP.abs EOR.abs LSR.abs *SRE.abs
BVC.rel EOR.iny *JAM.imp *SRE.iny *NOP.zpx EOR.zpx LSR.zpx *SRE.zpx
CLI.imp EOR.aby *NOP.imp *SRE.aby *NOP.abx EOR.abx LSR.abx *SRE.abx
RTS.imp ADC.inx *JAM.imp *RRA.inx *NOP.zpg ADC.zpg ROR.zpg *RRA.zpg
PLA.imp ADC.imm ROR.acc *ARR.imm JMP.ind ADC.abs ROR.abs *RRA.abs
BVS.rel ADC.iny *JAM.imp *RRA.iny *NOP.zpx ADC.zpx ROR.zpx *RRA.zpx
SEI.imp ADC.aby *NOP.imp *RRA.aby *NOP.abx ADC.abx ROR.abx *RRA.abx
*NOP.imm STA.inx *NOP.imm *SAX.inx STY.zpg STA.zpg STX.zpg *SAX.zpg
DEY.imp *NOP.imm TXA.imp *ANE.imm STY.abs STA.abs STX.abs *SAX.abs
BCC.rel STA.iny *JAM.imp *SHA.iny STY.zpx STA.zpx STX.zpy *SAX.zpy
TYA.imp STA.aby TXS.imp *SHS.aby *SHY.abx STA.abx *SHX.aby *SHA.aby
LDY.imm LDA.inx LDX.imm *LAX.inx LDY.zpg LDA.zpg LDX.zpg *LAX.zpg
TAY.imp LDA.imm TAX.imp *LXA.imm LDY.abs LDA.abs LDX.abs *LAX.abs
BCS.rel LDA.iny *JAM.imp *LAX.iny LDY.zpx LDA.zpx LDX.zpy *LAX.zpy
CLV.imp LDA.aby TSX.imp *LAS.aby LDY.abx LDA.abx LDX.aby *LAX.aby
CPY.imm CMP.inx *NOP.imm *DCP.inx CPY.zpg CMP.zpg DEC.zpg *DCP.zpg
INY.imp CMP.imm DEX.imp *SBX.imm CPY.abs CMP.abs DEC.abs *DCP.abs
BNE.rel CMP.iny *JAM.imp *DCP.iny *NOP.zpx CMP.zpx DEC.zpx *DCP.zpx
CLD.imp CMP.aby *NOP.imp *DCP.aby *NOP.abx CMP.abx DEC.abx *DCP.abx
CPX.imm SBC.inx *NOP.imm *ISC.inx CPX.zpg SBC.zpg INC.zpg *ISC.zpg
INX.imp SBC.imm NOP.imp *SBC.imm CPX.abs SBC.abs INC.abs *ISC.abs
BEQ.rel SBC.iny *JAM.imp *ISC.iny *NOP.zpx SBC.zpx INC.zpx *ISC.zpx
SED.imp SBC.aby *NOP.imp *ISC.aby *NOP.abx SBC.abx INC.abx *ISC.abx
"""

MODE_LENGTH = {
    "imp": 1, "acc": 1, "imm": 2, "zpg": 2, "zpx": 2, "zpy": 2, "inx": 2, "iny": 2,
    "rel": 2, "abs": 3, "abx": 3, "aby": 3, "ind": 3,
}  # fmt: skip

# Cycles of an instruction that reads (or of one without operand), page not crossed.
_READ_CYCLES = {
    "imp": 2, "acc": 2, "imm": 2, "zpg": 3, "zpx": 4, "zpy": 4, "inx": 6, "iny": 5,
    "rel": 2, "abs": 4, "abx": 4, "aby": 4, "ind": 5,
}  # fmt: skip
_OWN_CYCLES = {"BRK": 7, "RTI": 6, "RTS": 6, "PHA": 3, "PHP": 3, "PLA": 4, "PLP": 4}
_JUMP_CYCLES = {("JMP", "abs"): 3, ("JMP", "ind"): 5, ("JSR", "abs"): 6}
_STORES = ["STA", "STX", "STY", "SAX", "SHA", "SHX", "SHY", "SHS"]
_MODIFIERS = ["ASL", "ROL", "LSR", "ROR", "DEC", "INC", "SLO", "RLA", "SRE", "RRA", "DCP", "ISC"]
_INDEXED = ("abx", "aby", "iny")


class Opcode(NamedTuple):
    """One opcode.

    cycles      without what follows
    page_cycle  True: one more when the index crosses a page
                (a branch: one when taken, one more across a page)
    """

    code: int
    mnemonic: str
    mode: str
    documented: bool
    length: int
    cycles: int
    page_cycle: bool


def _opcode(code, word):
    documented = not word.startswith("*")
    mnemonic, mode = word.lstrip("*").split(".")
    cycles = _OWN_CYCLES.get(mnemonic) or _JUMP_CYCLES.get((mnemonic, mode))
    cycles = cycles or _READ_CYCLES[mode]
    waits = mode in _INDEXED  # the dummy read at the uncorrected address always happens
    if mnemonic in _STORES:
        cycles += waits
    elif mnemonic in _MODIFIERS and mode != "acc":
        cycles += 2 + waits
    page_cycle = waits and mnemonic not in _STORES + _MODIFIERS
    return Opcode(code, mnemonic, mode, documented, MODE_LENGTH[mode], cycles, page_cycle)


OPCODES = tuple(_opcode(code, word) for code, word in enumerate(_MATRIX.split()))
"""256 ``Opcode`` tuples, by opcode."""
